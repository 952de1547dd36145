using System.Globalization;
using System.Text.RegularExpressions;

namespace AzurePerf.Sources.Https;

/// <summary>Paths in which the operator names what is filled in.</summary>
internal static partial class PathTemplate
{
    /// <summary>What is filled into the path of a listing.</summary>
    public static IReadOnlyList<string> OfListing { get; } = ["product", "collection", "year", "day"];

    /// <summary>What is filled into the path of a file.</summary>
    public static IReadOnlyList<string> OfFile { get; } = [.. OfListing, "name"];

    /// <summary>What is filled into the path of the places of a day.</summary>
    public static IReadOnlyList<string> OfPlaces { get; } = ["product", "platform", "collection", "year", "date"];

    /// <param name="template">A checked template.</param>
    /// <param name="name">File name; null for a listing.</param>
    public static string Fill(string template, ArchiveFolder folder, string? name = null) => Placeholder().Replace(template, x =>
        x.Groups[1].Value switch
        {
            "product" => Uri.EscapeDataString(folder.Product),
            "collection" => folder.Collection.ToString(CultureInfo.InvariantCulture),
            "year" => folder.Day.Year.ToString("0000", CultureInfo.InvariantCulture),
            "day" => folder.Day.DayOfYear.ToString("000", CultureInfo.InvariantCulture),
            "date" => folder.Day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
            "platform" => folder.Product == PlacesFile.Terra ? "TERRA" : "AQUA",
            _ => Uri.EscapeDataString(name!),
        });

    /// <param name="setting">Name of the setting, with which each sentence begins.</param>
    /// <param name="template">As the operator gave it.</param>
    /// <param name="needed">What must be filled in, and nothing else may.</param>
    /// <param name="mayAsk">Whether it may have a query.</param>
    public static IEnumerable<string> ErrorsOf(string setting, string template, IReadOnlyList<string> needed, bool mayAsk)
    {
        var found = Placeholder().Matches(template).Select(x => x.Groups[1].Value).ToList();
        if (found.Except(needed).FirstOrDefault() is { } unknown)
            yield return $"{setting} must not contain {{{unknown}}}: only {{{string.Join("}, {", needed)}}} are filled in.";
        if (needed.Except(found).FirstOrDefault() is { } missing)
            yield return $"{setting} must contain {{{missing}}}.";
        if (!IsRelative(template) || (!mayAsk && template.Contains('?')))
            yield return $"{setting} must be a path below BaseAddress, without a leading slash, \"..\", spaces or a fragment"
                + (mayAsk ? "." : " and without a query.");
    }

    private static bool IsRelative(string template)
    {
        var filled = Placeholder().Replace(template, "x");
        return Allowed().IsMatch(filled)
            && Uri.UnescapeDataString(filled.Split('?')[0]).Split('/') is var parts
            && parts is not ["", ..]
            && !parts.Any(x => x is "." or ".." || x.Contains('\\'));
    }

    [GeneratedRegex(@"\{([^{}]*)\}")]
    private static partial Regex Placeholder();

    [GeneratedRegex(@"^[A-Za-z0-9._~/?&=%+,;@!$'()*:-]+\z")]
    private static partial Regex Allowed();
}
