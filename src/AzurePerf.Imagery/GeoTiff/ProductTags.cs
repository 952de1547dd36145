using System.Globalization;
using System.Security;
using System.Xml;
using System.Xml.Linq;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>What the numbers of a product mean: a physical value is <paramref name="Scale"/> times the stored one plus
/// <paramref name="Offset"/>.</summary>
/// <param name="Scale">Factor, not 0.</param>
/// <param name="Offset">What is added.</param>
/// <param name="Unit">Of the physical value, such as K; empty where it has none.</param>
/// <param name="Description">What was measured, in a few words; may be empty.</param>
public sealed record ProductTags(double Scale = 1, double Offset = 0, string Unit = "", string Description = "")
{
    /// <summary>Of our own text there are a few hundred.</summary>
    private const int MostLetters = 1 << 20;

    /// <summary>Items lie one below the root, and have no others in them.</summary>
    private const int MostDepth = 16;

    private const string MadeName = "MADE_GRANULES";
    private const string Made = $"""
          <Item name="{MadeName}">computed by AzurePerf; no satellite measured it</Item>

        """;

    /// <summary>Whether a granule of it was made: then nobody measured it. No hash of values knows it.</summary>
    public bool OfMadeGranules { get; init; }

    /// <summary>As GDAL keeps them in its own tag of a TIFF.</summary>
    internal string ToXml() => string.Create(CultureInfo.InvariantCulture, $"""
        <GDALMetadata>
        {(OfMadeGranules ? Made : "")}
          <Item name="SCALE" sample="0" role="scale">{Scale:R}</Item>
          <Item name="OFFSET" sample="0" role="offset">{Offset:R}</Item>
          <Item name="UNITTYPE" sample="0" role="unittype">{SecurityElement.Escape(Unit)}</Item>
          <Item name="DESCRIPTION" sample="0" role="description">{SecurityElement.Escape(Description)}</Item>
        </GDALMetadata>
        """);

    /// <exception cref="XmlException">The text is damaged.</exception>
    /// <exception cref="FormatException">A number is none, or the text is longer or deeper than such text is.</exception>
    internal static ProductTags FromXml(string xml)
    {
        DemandFlat(xml);
        var all = XElement.Parse(xml).Elements("Item").ToArray();
        var items = all.ToLookup(item => (string?)item.Attribute("role"), item => item.Value);
        return new ProductTags(
            Number(items["scale"].FirstOrDefault(), 1),
            Number(items["offset"].FirstOrDefault(), 0),
            items["unittype"].FirstOrDefault() ?? "",
            items["description"].FirstOrDefault() ?? "")
        {
            OfMadeGranules = all.Any(item => (string?)item.Attribute("name") == MadeName),
        };
    }

    /// <summary>The value of an element that nests very deep would be taken step by step, until the stack ends and the process with
    /// it.</summary>
    private static void DemandFlat(string xml)
    {
        if (xml.Length > MostLetters)
            throw new FormatException($"The names of the image have more than {MostLetters} letters.");
        using var reader = XmlReader.Create(new StringReader(xml), new() { DtdProcessing = DtdProcessing.Prohibit });
        while (reader.Read())
            if (reader.Depth > MostDepth)
                throw new FormatException("The names of the image nest too deep.");
    }

    private static double Number(string? text, double missing) => text is null ? missing : double.Parse(text, CultureInfo.InvariantCulture);
}
