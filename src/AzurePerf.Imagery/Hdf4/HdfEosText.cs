using System.Globalization;

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
        var text = new OdlText();
        text.Group("SwathStructure", () => text.Each(structure.Swaths, "GROUP", "SWATH", swath => Swath(text, swath)));
        text.Group("GridStructure", () => text.Each(structure.Grids, "GROUP", "GRID", grid => Grid(text, grid)));
        text.Group("PointStructure", () => { });
        return text.ToString();
    }

    private static void Grid(OdlText text, HdfEosGrid grid)
    {
        text.Line("GridName", Quoted(grid.Name));
        text.Line("XDim", Number(grid.XDim));
        text.Line("YDim", Number(grid.YDim));
        text.Line("UpperLeftPointMtrs", $"({Number(grid.UpperLeft.X)},{Number(grid.UpperLeft.Y)})");
        text.Line("LowerRightMtrs", $"({Number(grid.LowerRight.X)},{Number(grid.LowerRight.Y)})");
        text.Line("Projection", grid.Projection);
        if (grid.ProjectionParameters.Count > 0)
        {
            text.Line("ProjParams", $"({string.Join(',', grid.ProjectionParameters.Select(number => Number(number)))})");
        }

        text.Line("SphereCode", Number(grid.SphereCode));
        text.Line("GridOrigin", "HDFE_GD_UL");
        Dimensions(text, grid.Dimensions);
        Fields(text, "DataField", grid.DataFields);
        text.Group("MergedFields", () => { });
    }

    private static void Swath(OdlText text, HdfEosSwath swath)
    {
        text.Line("SwathName", Quoted(swath.Name));
        Dimensions(text, swath.Dimensions);
        text.Group("DimensionMap", () => text.Each(swath.DimensionMaps, "OBJECT", "DimensionMap", map =>
        {
            text.Line("GeoDimension", Quoted(map.GeoDimension));
            text.Line("DataDimension", Quoted(map.DataDimension));
            text.Line("Offset", Number(map.Offset));
            text.Line("Increment", Number(map.Increment));
        }));
        text.Group("IndexDimensionMap", () => { });
        Fields(text, "GeoField", swath.GeoFields);
        Fields(text, "DataField", swath.DataFields);
        text.Group("MergedFields", () => { });
    }

    private static void Dimensions(OdlText text, IReadOnlyList<Hdf4Dimension> axes) =>
        text.Group("Dimension", () => text.Each(axes, "OBJECT", "Dimension", axis =>
        {
            text.Line("DimensionName", Quoted(axis.Name));
            text.Line("Size", Number(axis.Length));
        }));

    private static void Fields(OdlText text, string kind, IReadOnlyList<HdfEosField> fields) =>
        text.Group(kind, () => text.Each(fields, "OBJECT", kind, field =>
        {
            text.Line($"{kind}Name", Quoted(field.Name));
            text.Line("DataType", Types.First(type => type.Value == field.Type).Key);
            text.Line("DimList", $"({string.Join(',', field.Dimensions.Select(Quoted))})");
        }));

    private static string Quoted(string name) => $"\"{name}\"";

    /// <summary>The library reads no exponents.</summary>
    private static string Number(double number) => number == Math.Truncate(number) && Math.Abs(number) < 1e9
        ? number.ToString("F0", CultureInfo.InvariantCulture)
        : number.ToString("0.0###############", CultureInfo.InvariantCulture);
}
