using System.Globalization;
using System.Text;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>The structure of a file as HDF-EOS2's library writes it.</summary>
internal static class HdfEosText
{
    /// <summary>What HDF-EOS2's library puts into one attribute.</summary>
    private const int AttributeLength = 32_000;

    private static readonly Dictionary<string, Hdf4NumberType> Types = new()
    {
        ["DFNT_UCHAR8"] = Hdf4NumberType.UnsignedCharacter,
        ["DFNT_CHAR8"] = Hdf4NumberType.Character,
        ["DFNT_FLOAT32"] = Hdf4NumberType.Float32,
        ["DFNT_FLOAT64"] = Hdf4NumberType.Float64,
        ["DFNT_INT8"] = Hdf4NumberType.Int8,
        ["DFNT_UINT8"] = Hdf4NumberType.UInt8,
        ["DFNT_INT16"] = Hdf4NumberType.Int16,
        ["DFNT_UINT16"] = Hdf4NumberType.UInt16,
        ["DFNT_INT32"] = Hdf4NumberType.Int32,
        ["DFNT_UINT32"] = Hdf4NumberType.UInt32,
    };

    public static Hdf4NumberType Type(string name) =>
        Types.TryGetValue(name, out var type) ? type : throw OdlGroup.Damaged($"there is no number type {name}");

    public static IEnumerable<Hdf4Attribute> ToAttributes(this HdfEosStructure structure)
    {
        yield return new("HDFEOSVersion", "HDFEOS_V2.20");
        var text = Write(structure);
        for (var part = 0; part * AttributeLength < text.Length; part++)
        {
            var rest = text[(part * AttributeLength)..];
            yield return new($"{HdfEosStructure.AttributeName}{part}", rest[..Math.Min(rest.Length, AttributeLength)]);
        }
    }

    private static string Write(HdfEosStructure structure)
    {
        var text = new StringBuilder();
        Group(text, "GROUP", "SwathStructure", () => Each(structure.Swaths, "GROUP", "SWATH", text, swath => Swath(text, swath)));
        Group(text, "GROUP", "GridStructure", () => Each(structure.Grids, "GROUP", "GRID", text, grid => Grid(text, grid)));
        Group(text, "GROUP", "PointStructure", () => { });
        return text.Append("END\n").ToString();
    }

    private static void Grid(StringBuilder text, HdfEosGrid grid)
    {
        Line(text, "GridName", Quoted(grid.Name));
        Line(text, "XDim", Number(grid.XDim));
        Line(text, "YDim", Number(grid.YDim));
        Line(text, "UpperLeftPointMtrs", $"({Number(grid.UpperLeft.X)},{Number(grid.UpperLeft.Y)})");
        Line(text, "LowerRightMtrs", $"({Number(grid.LowerRight.X)},{Number(grid.LowerRight.Y)})");
        Line(text, "Projection", grid.Projection);
        if (grid.ProjectionParameters.Count > 0)
        {
            Line(text, "ProjParams", $"({string.Join(',', grid.ProjectionParameters.Select(number => Number(number)))})");
        }

        Line(text, "SphereCode", Number(grid.SphereCode));
        Line(text, "GridOrigin", "HDFE_GD_UL");
        Group(text, "GROUP", "Dimension", () => { });
        Fields(text, "DataField", grid.DataFields);
        Group(text, "GROUP", "MergedFields", () => { });
    }

    private static void Swath(StringBuilder text, HdfEosSwath swath)
    {
        Line(text, "SwathName", Quoted(swath.Name));
        Group(text, "GROUP", "Dimension", () => Each(swath.Dimensions, "OBJECT", "Dimension", text, axis =>
        {
            Line(text, "DimensionName", Quoted(axis.Name));
            Line(text, "Size", Number(axis.Length));
        }));
        Group(text, "GROUP", "DimensionMap", () => Each(swath.DimensionMaps, "OBJECT", "DimensionMap", text, map =>
        {
            Line(text, "GeoDimension", Quoted(map.GeoDimension));
            Line(text, "DataDimension", Quoted(map.DataDimension));
            Line(text, "Offset", Number(map.Offset));
            Line(text, "Increment", Number(map.Increment));
        }));
        Group(text, "GROUP", "IndexDimensionMap", () => { });
        Fields(text, "GeoField", swath.GeoFields);
        Fields(text, "DataField", swath.DataFields);
        Group(text, "GROUP", "MergedFields", () => { });
    }

    private static void Fields(StringBuilder text, string kind, IReadOnlyList<HdfEosField> fields) =>
        Group(text, "GROUP", kind, () => Each(fields, "OBJECT", kind, text, field =>
        {
            Line(text, $"{kind}Name", Quoted(field.Name));
            Line(text, "DataType", Types.First(type => type.Value == field.Type).Key);
            Line(text, "DimList", $"({string.Join(',', field.Dimensions.Select(Quoted))})");
        }));

    private static void Each<T>(IReadOnlyList<T> items, string kind, string name, StringBuilder text, Action<T> write)
    {
        for (var i = 0; i < items.Count; i++)
        {
            Group(text, kind, $"{name}_{i + 1}", () => write(items[i]));
        }
    }

    private static void Group(StringBuilder text, string kind, string name, Action content)
    {
        Line(text, kind, name);
        content();
        Line(text, $"END_{kind}", name);
    }

    private static void Line(StringBuilder text, string name, string value) => text.Append(name).Append('=').Append(value).Append('\n');

    private static string Quoted(string name) => $"\"{name}\"";

    /// <summary>The library reads no exponents.</summary>
    private static string Number(double number) => number == Math.Truncate(number) && Math.Abs(number) < 1e9
        ? number.ToString("F0", CultureInfo.InvariantCulture)
        : number.ToString("0.0###############", CultureInfo.InvariantCulture);
}
