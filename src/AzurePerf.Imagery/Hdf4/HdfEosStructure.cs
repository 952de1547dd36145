namespace AzurePerf.Imagery.Hdf4;

/// <summary>The grids and swaths of an HDF-EOS2 file, as its attributes "StructMetadata.0", "StructMetadata.1" and so on say.</summary>
/// <param name="Grids">In the order of the file.</param>
/// <param name="Swaths">In the order of the file.</param>
public sealed record HdfEosStructure(IReadOnlyList<HdfEosGrid> Grids, IReadOnlyList<HdfEosSwath> Swaths)
{
    internal const string AttributeName = "StructMetadata.";

    /// <summary>Reads the structure of a file; null when it is none of HDF-EOS2.</summary>
    /// <exception cref="UnreadableFileException">It makes no sense, or a grid does not begin in its upper left corner.</exception>
    public static HdfEosStructure? Read(Hdf4File file)
    {
        ArgumentNullException.ThrowIfNull(file);
        var parts = new List<string>();
        while (file.Attribute($"{AttributeName}{parts.Count}") is { } part)
        {
            parts.Add(part.Text);
        }

        return parts.Count == 0 ? null : Parse(string.Concat(parts));
    }

    internal static HdfEosStructure Parse(string text)
    {
        var root = OdlGroup.Parse(text);
        return new([.. root.Within("GridStructure").Select(Grid)], [.. root.Within("SwathStructure").Select(Swath)]);
    }

    private static HdfEosGrid Grid(OdlGroup grid)
    {
        if (grid.Find("GridOrigin") is not (null or "HDFE_GD_UL"))
        {
            throw OdlGroup.Damaged($"{grid.Name} does not begin in its upper left corner");
        }

        return new(
            grid.Text("GridName"),
            grid.Whole("XDim", 1),
            grid.Whole("YDim", 1),
            Corner(grid, "UpperLeftPointMtrs"),
            Corner(grid, "LowerRightMtrs"),
            grid.Text("Projection"),
            grid.Find("ProjParams") is null ? [] : grid.Numbers("ProjParams"),
            grid.Find("SphereCode") is null ? -1 : grid.Whole("SphereCode", -1),
            Dimensions(grid),
            Fields(grid, "DataField"));
    }

    private static HdfEosSwath Swath(OdlGroup swath) => new(
        swath.Text("SwathName"),
        Dimensions(swath),
        [.. swath.Within("DimensionMap").Select(Map)],
        Fields(swath, "GeoField"),
        Fields(swath, "DataField"));

    private static Hdf4Dimension[] Dimensions(OdlGroup owner) =>
        [.. owner.Within("Dimension").Select(axis => new Hdf4Dimension(axis.Text("DimensionName"), Math.Max(0, axis.Whole("Size", -1))))];

    private static HdfEosDimensionMap Map(OdlGroup map) => new(
        map.Text("GeoDimension"),
        map.Text("DataDimension"),
        map.Whole("Offset", int.MinValue),
        map.Whole("Increment", int.MinValue) is not 0 and var step ? step : throw OdlGroup.Damaged($"{map.Name} has increment 0"));

    private static HdfEosField[] Fields(OdlGroup owner, string kind) =>
        [.. owner.Within(kind).Select(field => new HdfEosField(
            field.Text($"{kind}Name"), HdfEosText.Type(field.Text("DataType")), field.Texts("DimList")))];

    private static (double X, double Y) Corner(OdlGroup grid, string name) => grid.Numbers(name) is [var x, var y]
        ? (x, y)
        : throw OdlGroup.Damaged($"{name} of {grid.Name} is no point");
}
