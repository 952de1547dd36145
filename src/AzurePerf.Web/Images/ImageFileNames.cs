using System.Globalization;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Imagery.Images;

namespace AzurePerf.Web.Images;

/// <summary>What images are called when somebody takes them along, and where they are on this host.</summary>
internal static class ImageFileNames
{
    /// <summary>Of bytes to be stored.</summary>
    public const string Unknown = "application/octet-stream";

    /// <summary>How the name of the days of a period ends in the catalogue: the keys of images end in .tif themselves.</summary>
    public const string EndOfDays = ".tif.days.tif";

    /// <summary>What a browser may be told; anything else is bytes to be stored, whatever a worker called it.</summary>
    public static IReadOnlyList<string> Types { get; } =
        [ImageFile.GeoTiffType, ImageFile.ItemType, "image/png", "application/json", "text/csv"];

    /// <summary>The files of an image of a period, by the part that an address names: suffix in the catalogue and media type.</summary>
    public static IReadOnlyDictionary<string, (string Suffix, string ContentType)> PartsOfPeriod { get; } =
        new Dictionary<string, (string, string)>
        {
            [""] = ("", ImageFile.GeoTiffType),
            ["item"] = (".json", ImageFile.ItemType),
            ["days"] = (".days.tif", ImageFile.GeoTiffType),
            ["daysItem"] = (".days.json", ImageFile.ItemType),
        };

    /// <summary>The same of an image of a day.</summary>
    public static IReadOnlyDictionary<string, (string Suffix, string ContentType)> PartsOfDay { get; } =
        new Dictionary<string, (string, string)> { [""] = ("", ImageFile.GeoTiffType), ["item"] = (".json", ImageFile.ItemType) };

    /// <summary>The folder of a result in an archive, and the begin of its files' names outside one.</summary>
    public static string FolderOf(ManifestResult result) =>
        $"{ManifestEntry.NameOf(result.Reduction, result.DataSet)}-{Days(result.First, result.Last)}";

    /// <summary>Of an image of a period, without what follows a dot.</summary>
    public static string NameOf(ManifestPeriod period) =>
        $"{ManifestEntry.NameOf(period.Tile, period.DataSet)}-{Days(period.First, period.Last)}";

    /// <summary>What a file of a result is called when it is saved: such as picture-2024-01-25-2024-01-31.png. A program names its files
    /// itself, and may have several of one kind.</summary>
    public static string SavedAs(ManifestResult result, MadeFile file) =>
        result.IsOfProgram ? $"{FolderOf(result)}-{file.Name}"
        : FolderOf(result) + (file.Name.IndexOf('.', StringComparison.Ordinal) is >= 0 and var dot ? file.Name[dot..] : "");

    /// <summary>The media type that a browser is told.</summary>
    public static string TypeOf(string contentType) =>
        !Types.Contains(contentType) ? Unknown : contentType == "text/csv" ? "text/csv; charset=utf-8" : contentType;

    /// <summary>What a file is, as a link to it says.</summary>
    public static string KindOf(ManifestResult result, MadeFile file) => result.IsOfProgram ? file.Name : file.ContentType switch
    {
        "image/png" => "Picture (PNG)",
        ImageFile.GeoTiffType => "GeoTIFF",
        "text/csv" => "CSV",
        "application/json" => "Legend (JSON)",
        _ => file.Name,
    };

    /// <summary>What a reduction is called for people.</summary>
    public static string TitleOf(string reduction) => RequestReductions.TitleOf(reduction);

    /// <summary>Where the API has the images of a run.</summary>
    public static string AddressOf(string runId) => $"/api/v1/runs/{runId}/images";

    /// <summary>Where the API has a file of a result.</summary>
    public static string AddressOf(string runId, ManifestResult result, string file) =>
        $"{AddressOf(runId)}/results/{Uri.EscapeDataString(result.Key)}/{Uri.EscapeDataString(file)}";

    /// <summary>A day as files and addresses write it.</summary>
    public static string Text(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static string Days(DateOnly first, DateOnly last) => $"{Text(first)}-{Text(last)}";
}
