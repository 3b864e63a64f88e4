"""Where the data of a whole program is put: what every pointer leads to, which memory lives on the device, what goes back and forth."""
