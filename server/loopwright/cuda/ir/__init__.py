"""What a kernel becomes, between source and text: what passes read and change."""
