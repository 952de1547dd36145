namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>Puts small numbers one after the other into a key; none is split between two words.</summary>
internal ref struct BitWriter
{
    private ulong _first;
    private ulong _second;
    private ulong _third;
    private int _at;

    public readonly WorldKey Key => new(_first, _second, _third);

    public void Put(uint value, int bits)
    {
        if ((ulong)value >> bits != 0)
        {
            throw new InvalidOperationException($"{value} does not fit into {bits} bits");
        }

        var start = Bits.Start(_at, bits);
        if (start >= 128)
        {
            _third |= (ulong)value << (start - 128);
        }
        else if (start >= 64)
        {
            _second |= (ulong)value << (start - 64);
        }
        else
        {
            _first |= (ulong)value << start;
        }

        _at = start + bits;
    }
}

/// <summary>Takes them out again in the same order.</summary>
internal ref struct BitReader(WorldKey key)
{
    private int _at;

    public ulong Take(int bits)
    {
        var start = Bits.Start(_at, bits);
        _at = start + bits;
        var word = start >= 128 ? key.Third >> (start - 128) : start >= 64 ? key.Second >> (start - 64) : key.First >> start;
        return word & ((1UL << bits) - 1);
    }
}

/// <summary>Where the next number goes.</summary>
internal static class Bits
{
    public static int Start(int at, int bits)
    {
        var start = at / 64 == (at + bits - 1) / 64 ? at : (at / 64 * 64) + 64;
        return start + bits <= 192 ? start : throw new InvalidOperationException("a world does not fit into its key");
    }
}
