using System.Numerics;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources.Made;

/// <summary>
/// Makes what a file stores of physical values, in the number type and with the attributes that the product's data file says.
/// </summary>
internal static class StoredValues
{
    private const int Level = 4;

    /// <param name="set">A data set with one scale.</param>
    /// <param name="axes">Rows and columns, with the owner's name.</param>
    /// <param name="values">In the data set's unit, row after row; NaN becomes fill.</param>
    public static Hdf4NewDataSet Of(DataSet set, IReadOnlyList<Hdf4Dimension> axes, double[] values) => set.NumberType switch
    {
        NumberType.Int8 => Of<sbyte>(set, axes, values),
        NumberType.UInt8 => Of<byte>(set, axes, values),
        NumberType.Int16 => Of<short>(set, axes, values),
        NumberType.UInt16 => Of<ushort>(set, axes, values),
        NumberType.Int32 => Of<int>(set, axes, values),
        NumberType.UInt32 => Of<uint>(set, axes, values),
        NumberType.Float32 => Of<float>(set, axes, values),
        _ => Of<double>(set, axes, values),
    };

    /// <summary>Flags, as they are.</summary>
    public static Hdf4NewDataSet Flags(Quality quality, IReadOnlyList<Hdf4Dimension> axes, uint[] flags) => quality.NumberType switch
    {
        NumberType.Int8 => Plain(quality.DataSet, axes, Array.ConvertAll(flags, flag => unchecked((sbyte)flag))),
        NumberType.UInt8 => Plain(quality.DataSet, axes, Array.ConvertAll(flags, flag => unchecked((byte)flag))),
        NumberType.Int16 => Plain(quality.DataSet, axes, Array.ConvertAll(flags, flag => unchecked((short)flag))),
        NumberType.UInt16 => Plain(quality.DataSet, axes, Array.ConvertAll(flags, flag => unchecked((ushort)flag))),
        NumberType.Int32 => Plain(quality.DataSet, axes, Array.ConvertAll(flags, flag => unchecked((int)flag))),
        _ => Plain(quality.DataSet, axes, flags),
    };

    /// <summary>Degrees of positions.</summary>
    public static Hdf4NewDataSet Degrees(string name, IReadOnlyList<Hdf4Dimension> axes, float[] degrees) =>
        Hdf4NewDataSet.Of<float>(name, axes, degrees, Hdf4Storage.Deflate(Level), [Hdf4Attribute.Of("_FillValue", -999f)]);

    private static Hdf4NewDataSet Plain<T>(string name, IReadOnlyList<Hdf4Dimension> axes, T[] values) where T : unmanaged =>
        Hdf4NewDataSet.Of<T>(name, axes, values, Hdf4Storage.Deflate(Level));

    private static Hdf4NewDataSet Of<T>(DataSet set, IReadOnlyList<Hdf4Dimension> axes, double[] values)
        where T : unmanaged, INumber<T>
    {
        var scaling = set.Scaling!;
        var fill = T.CreateSaturating(set.Fill.First);
        var stored = new T[values.Length];
        for (var cell = 0; cell < stored.Length; cell++)
            stored[cell] = double.IsNaN(values[cell]) ? fill : Stored<T>(set, scaling, values[cell]);
        return Hdf4NewDataSet.Of<T>(set.Name, axes, stored, Hdf4Storage.Deflate(Level),
        [
            new("long_name", set.Title),
            new("units", set.Unit),
            Hdf4Attribute.Of("valid_range", T.CreateSaturating(set.ValidRange.First), T.CreateSaturating(set.ValidRange.Last)),
            Hdf4Attribute.Of("_FillValue", fill),
            Hdf4Attribute.Of("scale_factor", scaling.Scale),
            Hdf4Attribute.Of("add_offset", scaling.Offset),
        ]);
    }

    private static T Stored<T>(DataSet set, Scaling scaling, double value)
        where T : unmanaged, INumber<T>
    {
        var number = scaling.Rule == OffsetRule.Subtract
            ? value / scaling.Scale + scaling.Offset
            : (value - scaling.Offset) / scaling.Scale;
        var whole = set.NumberType.FlagBits() == 0 ? number : Math.Floor(number + 0.5);
        return T.CreateSaturating(Math.Clamp(whole, set.ValidRange.First, set.ValidRange.Last));
    }
}
