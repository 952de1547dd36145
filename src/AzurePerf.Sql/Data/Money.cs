namespace AzurePerf.Sql.Data;

/// <summary>Exact amounts in 1/10,000, and the one way in which they are rounded: half away from zero.</summary>
public static class Money
{
    public const long One = 10_000;

    /// <summary>What is stored as a percentage makes this whole.</summary>
    public const long Percent = 100 * One;

    private const int Digits = 4;
    private const long Small = long.MaxValue / 4;

    /// <summary>An amount as a server has it.</summary>
    /// <exception cref="OverflowException">It has no 64 bits.</exception>
    public static long Of(decimal amount)
    {
        // What comes from a column of ours has four digits, and is our number already: multiplying decimals takes far longer.
        Span<int> bits = stackalloc int[4];
        if (amount.Scale == Digits && decimal.GetBits(amount, bits) == bits.Length && bits[1] >= 0 && bits[2] == 0)
        {
            var whole = ((long)bits[1] << 32) | (uint)bits[0];
            return decimal.IsNegative(amount) ? -whole : whole;
        }

        return decimal.ToInt64(amount * One);
    }

    /// <summary>The amount for a server.</summary>
    public static decimal ToDecimal(long amount)
    {
        var whole = amount < 0 ? unchecked(0 - (ulong)amount) : (ulong)amount;
        return new((int)whole, (int)(whole >> 32), 0, amount < 0, Digits);
    }

    /// <summary><paramref name="amount"/> times <paramref name="part"/> over <paramref name="whole"/>, rounded.</summary>
    /// <exception cref="OverflowException">The result has no 64 bits.</exception>
    public static long Share(long amount, long part, long whole)
    {
        // Dividing 128 bits is slow, and here 64 give the same.
        if (Math.BigMul(amount, part, out var low) == low >> 63 && low is > -Small and < Small && whole is > 0 and < Small)
        {
            var nearest = ((Math.Abs(low) * 2) + whole) / (2 * whole);
            return low < 0 ? -nearest : nearest;
        }

        var product = (Int128)amount * part;
        var doubled = Int128.Abs(product) * 2 + whole;
        var rounded = doubled / (2 * (Int128)whole);
        return checked((long)(product < 0 ? -rounded : rounded));
    }
}
