using System.Numerics;

namespace AzurePerf.Imagery.Products;

/// <summary>The number a data set stores in each cell; the names are those of HDF4 (DFNT_INT8 to DFNT_FLOAT64).</summary>
public enum NumberType
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

    /// <summary>Does a work with the type of C# that the number type is.</summary>
    public static TResult Do<TResult>(this NumberType type, INumberWork<TResult> work) => type switch
    {
        NumberType.Int8 => work.Do<sbyte>(),
        NumberType.UInt8 => work.Do<byte>(),
        NumberType.Int16 => work.Do<short>(),
        NumberType.UInt16 => work.Do<ushort>(),
        NumberType.Int32 => work.Do<int>(),
        NumberType.UInt32 => work.Do<uint>(),
        NumberType.Float32 => work.Do<float>(),
        _ => work.Do<double>(),
    };

    /// <summary>Whether the type stores exactly this number.</summary>
    public static bool Holds(this NumberType type, double value) =>
        double.IsFinite(value) && type.Range().Contains(value) && (type.FlagBits() == 0 || Math.Truncate(value) == value);
}

/// <summary>What is done in the same way for every number type.</summary>
internal interface INumberWork<out TResult>
{
    TResult Do<T>()
        where T : unmanaged, INumber<T>;
}
