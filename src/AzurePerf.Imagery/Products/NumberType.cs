namespace AzurePerf.Imagery.Products;

/// <summary>The number a data set stores in each cell; the names are those of HDF4 (DFNT_INT8 to DFNT_FLOAT64).</summary>
internal enum NumberType
{
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Float32,
    Float64,
}

/// <summary>What a number type can hold.</summary>
internal static class NumberTypeLimits
{
    /// <summary>The smallest and largest finite number; each is exact as a double.</summary>
    public static ValueRange Range(this NumberType type) => type switch
    {
        NumberType.Int8 => new(sbyte.MinValue, sbyte.MaxValue),
        NumberType.UInt8 => new(byte.MinValue, byte.MaxValue),
        NumberType.Int16 => new(short.MinValue, short.MaxValue),
        NumberType.UInt16 => new(ushort.MinValue, ushort.MaxValue),
        NumberType.Int32 => new(int.MinValue, int.MaxValue),
        NumberType.UInt32 => new(uint.MinValue, uint.MaxValue),
        NumberType.Float32 => new(float.MinValue, float.MaxValue),
        NumberType.Float64 => new(double.MinValue, double.MaxValue),
        _ => throw new ArgumentOutOfRangeException(nameof(type), type, null),
    };

    /// <summary>Bits of one number; 0 for fractions, whose bits carry no flags.</summary>
    public static int FlagBits(this NumberType type) => type switch
    {
        NumberType.Int8 or NumberType.UInt8 => 8,
        NumberType.Int16 or NumberType.UInt16 => 16,
        NumberType.Int32 or NumberType.UInt32 => 32,
        _ => 0,
    };

    /// <summary>Whether the type stores exactly this number.</summary>
    public static bool Holds(this NumberType type, double value) =>
        double.IsFinite(value) && type.Range().Contains(value) && (type.FlagBits() == 0 || Math.Truncate(value) == value);
}
