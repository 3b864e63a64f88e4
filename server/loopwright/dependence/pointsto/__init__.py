"""What pointers of a whole program may lead to, followed from its entries through every call (allocation sites, flow-sensitive)."""
