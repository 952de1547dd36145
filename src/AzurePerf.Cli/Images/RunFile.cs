using System.Text.RegularExpressions;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments.Images;

namespace AzurePerf.Cli.Images;

/// <summary>A file of a run, and where it goes.</summary>
/// <param name="Path">Below the folder of the download, with / between its parts.</param>
/// <param name="Address">Where the API has it.</param>
internal sealed partial record RunFile(string Path, string Address)
{
    /// <summary>Ending, what the API calls it, and of an item the endings of its image there and here.</summary>
    private static readonly (string Ending, string Query, (string There, string Here)? Image)[] PartsOfPeriod =
    [
        (".tif", "", null), (".json", "?part=item", ("", ".tif")), (".days.tif", "?part=days", null),
        (".days.json", "?part=daysItem", (".days.tif", ".days.tif")),
    ];

    /// <summary>Whether runs that made the same differ in it, maybe at the same size: one that is there is never kept.</summary>
    public bool IsOfOneRun { get; init; }

    /// <summary>Of a STAC item, the GeoTIFF that it leads to: what the server calls it, and what it is called next to the item. Null of any
    /// other file.</summary>
    public (string There, string Here)? Image { get; init; }

    /// <summary>What was made of what. Equal requests have equal ones, so it also says whose files a folder has.</summary>
    public static RunFile Manifest(ImageListResponse images) => new("manifest.json", images.Manifest);

    /// <summary>Who made it, and when.</summary>
    public static RunFile Provenance(ImageListResponse images) => new("provenance.json", images.Provenance) { IsOfOneRun = true };

    /// <summary>The files of the results, in a folder for each reduction and period.</summary>
    /// <exception cref="CommandFailure">A name is none that a file can have, or is there twice.</exception>
    public static IReadOnlyList<RunFile> OfResults(ImageListResponse images) => Checked(
        from result in images.Results
        let what = ManifestEntry.NameOf(result.Reduction, result.DataSet)
        let folder = Plain($"{what}-{ImageReport.Day(result.First)}-{ImageReport.Day(result.Last)}")
        from file in result.Files
        select new RunFile($"{folder}/{Plain(file.Name)}", file.Url));

    /// <summary>The images of periods and on how many days they rest, with their items: in one folder, by tile and days, as the zip of a
    /// run has them.</summary>
    /// <param name="run">The run.</param>
    /// <param name="periods">Those that were made.</param>
    /// <exception cref="CommandFailure">A name is none that a file can have, or is there twice.</exception>
    public static IReadOnlyList<RunFile> OfPeriods(string run, IEnumerable<ManifestPeriod> periods) => Checked(
        from period in periods
        let name = $"{ManifestEntry.NameOf(period.Tile, period.DataSet)}-{ImageReport.Day(period.First)}-{ImageReport.Day(period.Last)}"
        let address = $"{ApiImages.PathOf(run)}/periods/{Uri.EscapeDataString(period.Key)}"
        from part in PartsOfPeriod
        select new RunFile($"periods/{Plain(name + part.Ending)}", address + part.Query)
        {
            Image = part.Image is var (there, here) ? (period.Key + there, name + here) : null,
        });

    /// <summary>Names come from a server: one such as ../.bashrc must not leave the folder.</summary>
    private static string Plain(string name) => PlainName().IsMatch(name)
        ? name
        : throw new CommandFailure(
            $"the server names a file '{PlainText.Shorten(PlainText.OneLine(name), 80)}', which is no plain name: none of its files is "
                + "written");

    private static RunFile[] Checked(IEnumerable<RunFile> files)
    {
        RunFile[] all = [.. files];
        return all.GroupBy(file => file.Path, StringComparer.OrdinalIgnoreCase).FirstOrDefault(same => same.Count() > 1) is { } twice
            ? throw new CommandFailure($"the server names the file '{twice.Key}' twice: none of its files is written")
            : all;
    }

    /// <summary>No separator, no blank, no dot at an end, no name of a device.</summary>
    [GeneratedRegex(
        @"\A(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\z))[a-z0-9_](?:[a-z0-9_.-]{0,148}[a-z0-9_])?\z",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex PlainName();
}
