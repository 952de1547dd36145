using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources.Made;

/// <summary>Collects the data sets of one grid or swath while they are made, and the flags that several of them may share.</summary>
/// <param name="product">Whose data file says how they are stored.</param>
/// <param name="writer">Gets the data sets.</param>
/// <param name="owner">Name of the grid or swath.</param>
internal sealed class MadeFields(ImageProduct product, Hdf4Writer writer, string owner)
{
    /// <summary>Bytes of flags of several bytes, of which the data file describes one.</summary>
    private const int FlagBytes = 5;

    private readonly List<HdfEosField> _fields = [];
    private readonly Dictionary<string, (Quality Quality, string[] Axes, int[] Lengths, uint[] Flags)> _flags = [];

    /// <summary>Adds a data set.</summary>
    /// <param name="set">A data set with one scale.</param>
    /// <param name="axes">Names of its rows and columns.</param>
    /// <param name="lengths">How many rows and columns.</param>
    /// <param name="values">In its unit; NaN becomes fill.</param>
    public void Add(DataSet set, string[] axes, int[] lengths, double[] values)
    {
        Add(axes, StoredValues.Of(set, Dimensions(axes, lengths), values));
        if (product.QualityOf(set) is { } quality)
            Flag(quality, axes, lengths, values);
    }

    /// <summary>Adds degrees of positions.</summary>
    public void AddDegrees(string name, string[] axes, int[] lengths, float[] degrees) =>
        Add(axes, StoredValues.Degrees(name, Dimensions(axes, lengths), degrees));

    /// <summary>Writes the flags, after which nothing is added, and says what fields there are.</summary>
    public IReadOnlyList<HdfEosField> Finish()
    {
        foreach (var (quality, axes, lengths, flags) in _flags.Values)
            Add(axes, StoredValues.Flags(quality, Dimensions(axes, lengths), flags));
        return _fields;
    }

    private void Add(string[] axes, Hdf4NewDataSet set)
    {
        writer.Add(set);
        _fields.Add(new(set.Name, set.Type, axes));
    }

    private Hdf4Dimension[] Dimensions(string[] axes, int[] lengths) =>
        [.. axes.Zip(lengths, (axis, length) => new Hdf4Dimension($"{axis}:{owner}", length))];

    // The first flag that the default choice accepts where something was measured, elsewhere the last one that it does not.
    private void Flag(Quality quality, string[] axes, int[] lengths, double[] values)
    {
        var accepted = quality.Choices[quality.DefaultChoice];
        var good = (uint)accepted[0] << quality.Bits.First;
        var bad = (uint)quality.Choices.Values.SelectMany(flags => flags).Except(accepted).Append(0).Max() << quality.Bits.First;
        var (step, first) = quality.Layer is { } layer ? (FlagBytes, layer) : (1, 0);
        if (!_flags.TryGetValue(quality.DataSet, out var shared))
        {
            shared = quality.Layer is null
                ? (quality, axes, lengths, new uint[values.Length])
                : (quality, [.. axes, "Flag_Bytes"], [.. lengths, FlagBytes], new uint[values.Length * FlagBytes]);
            _flags.Add(quality.DataSet, shared);
        }

        for (var cell = 0; cell < values.Length; cell++)
            shared.Flags[cell * step + first] |= double.IsNaN(values[cell]) ? bad : good;
    }
}
