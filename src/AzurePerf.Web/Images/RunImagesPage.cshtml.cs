using AzurePerf.Core.Access;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Imagery.Reductions;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Rows;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Images;

/// <summary>The pictures and tables that a run made, and what it could not make.</summary>
internal sealed class RunImagesPage(RunImages images, ProductStore store, ProgramStore programs) : PageModel
{
    /// <summary>Results on one page, which has at least one period: each costs a request to the store.</summary>
    private const int ResultsAtOnce = 7;

    /// <summary>Rows of a table that are in sight without unfolding it.</summary>
    public const int RowsAtOnce = 12;

    /// <summary>Cells of all tables of tiles on one page; the first is there in any case.</summary>
    private const int MostCells = 1_500;

    private StoredProgram? _program;

    /// <summary>The run.</summary>
    public RunState Run { get; private set; } = null!;

    /// <summary>What it made; null while there is nothing.</summary>
    public ListedImages? Images { get; private set; }

    /// <summary>Why there is nothing: a sentence without full stop.</summary>
    public string Missing { get; private set; } = "";

    /// <summary>The results on this page, by period.</summary>
    public IReadOnlyList<IGrouping<string, ShownResult>> Periods { get; private set; } = [];

    /// <summary>Coverage by tile of the periods on this page, for those of them that fit.</summary>
    public ILookup<string, (string DataSet, string Period, TileTable Table)> Tiles { get; private set; } =
        Array.Empty<(string DataSet, string Period, TileTable Table)>().ToLookup(table => table.Period);

    /// <summary>Number of this page, from 1.</summary>
    public int Number { get; private set; } = 1;

    /// <summary>Pages that there are.</summary>
    public int Pages { get; private set; } = 1;

    /// <summary>Whether whoever looks may ask for more images.</summary>
    public bool MaySubmit => HttpContext.Caller().Scope >= AccessScope.Submit;

    /// <summary>Whether granules of them were made.</summary>
    public bool OfMadeGranules => Images?.Index.OfMadeGranules == true;

    /// <summary>Whether anything but maps was made of them: it covers more than these.</summary>
    public bool HasWholeTiles => Images?.Index.Results.Any(result => result.Reduction != PictureReduction.OfName) == true;

    /// <summary>What there is, in a sentence or a few.</summary>
    public string Lead => Images is null ? "" : LeadOf(Images.Index);

    /// <summary>What a run is called: its name, or what it makes images of.</summary>
    public string Name => Run.Spec.Name.Length > 0 ? Run.Spec.Name : Images?.Request.Title ?? Run.Spec.Experiment;

    /// <summary>What was planned and not made, in words.</summary>
    public IEnumerable<string> NotMade => Images!.Index.FirstNotMade.Select(entry => entry switch
    {
        ManifestResult result => $"{TitleOf(result)}, {OfDataSet(result.DataSet)}{ShownResult.PeriodOf(result)}",
        ManifestPeriod period => $"tile {period.Tile}, {OfDataSet(period.DataSet)}"
            + $"{ImageFileNames.Text(period.First)} to {ImageFileNames.Text(period.Last)}",
        ManifestImage image => $"tile {image.Tile}, {OfDataSet(image.DataSet)}{ImageFileNames.Text(image.Day)}",
        _ => "",
    });

    /// <summary>Days with the tiles that no granule covers on them.</summary>
    public IEnumerable<string> NotCovered => Images!.Index.FirstNotCovered.GroupBy(gap => gap.Day)
        .Select(day => $"{ImageFileNames.Text(day.Key)}: {string.Join(' ', day.Select(gap => gap.Tile))}");

    /// <summary>Of what the archive told nothing: a sentence; empty where it told of everything.</summary>
    public string NotListed => Images!.Index.DaysNotListed is not var (first, last) ? ""
        : $"What the archive has of {NumberFormat.Counted(Images.Index.NotListed, "daily image")} is not known, because its listing "
            + (first == last
                ? $"of {ImageFileNames.Text(first)} failed."
                : $"failed on days from {ImageFileNames.Text(first)} to {ImageFileNames.Text(last)}.");

    /// <param name="id">The run.</param>
    /// <param name="page">Number of the page, from 1; the last one for any beyond it.</param>
    public async Task<IActionResult> OnGetAsync(string id, [FromQuery] int page = 1)
    {
        var found = await images.FindAsync(id, HttpContext.RequestAborted);
        if (found.Run is null || found.Run.Spec.Experiment != RunImages.Experiment)
        {
            return NotFound();
        }

        (Run, Images, Missing) = (found.Run, found.Images, found.Missing);
        if (Images is null)
        {
            return Page();
        }

        if (Images.Request.Options.Program is { Length: > 0 } hash)
        {
            _program = await FindProgramAsync(hash);
        }

        var periods = Images.Index.Results.GroupBy(result => (result.First, result.Last)).ToArray();
        var atOnce = Math.Max(1, ResultsAtOnce / Math.Max(1, Images.Request.Reductions.Count * Images.Request.Layers.Count));
        Pages = Math.Max(1, (periods.Length + atOnce - 1) / atOnce);
        Number = Math.Clamp(page, 1, Pages);
        ManifestResult[] chosen = [.. periods.Skip((Number - 1) * atOnce).Take(atOnce).SelectMany(period => period)];
        var shown = await ShownResult.ReadAllAsync(store, Images.Request, chosen, HttpContext.RequestAborted);
        Periods = [.. ShownResult.ByPeriod(shown.Select(result => result with { Title = TitleOf(result.Result) }))];
        Tiles = TilesOf(Images, chosen);
        return Page();
    }

    /// <summary>Coverage by tile of one period, for the slider of periods.</summary>
    /// <param name="id">The run.</param>
    /// <param name="first">First day of the period.</param>
    /// <param name="last">Last day.</param>
    public async Task<IActionResult> OnGetTilesAsync(string id, [FromQuery] DateOnly first, [FromQuery] DateOnly last) =>
        await images.FindAsync(id, HttpContext.RequestAborted) is { Images: { } found }
            && found.Index.Results.FirstOrDefault(result => result.First == first && result.Last == last) is { } of
                ? Partial("/Images/_PeriodTiles.cshtml", TilesOf(found, [of])[ShownResult.PeriodOf(of)])
                : NotFound();

    /// <summary>Null where its row cannot be read: it gives the results of the program a better title and nothing else.</summary>
    private async Task<StoredProgram?> FindProgramAsync(string hash)
    {
        try
        {
            return await programs.FindAsync(hash, HttpContext.RequestAborted);
        }
        catch (CorruptRowException)
        {
            return null;
        }
    }

    /// <summary>What a result is called for people; that of a program after the program.</summary>
    private string TitleOf(ManifestResult result) => result.IsOfProgram && _program is { } program
        ? $"Program {program.Manifest.Name}"
        : ImageFileNames.TitleOf(result.Reduction);

    private static ILookup<string, (string DataSet, string Period, TileTable Table)> TilesOf(
        ListedImages images, IEnumerable<ManifestResult> chosen)
    {
        var (tables, cells) = (new List<(string DataSet, string Period, TileTable Table)>(), 0);
        foreach (var result in chosen.DistinctBy(result => (result.First, result.Last)))
        {
            foreach (var (dataSet, tiles) in images.Index.TilesOf(result.First, result.Last))
            {
                if (TileTable.Of(images.Request.Area.Tiles, tiles) is { } table
                    && (tables.Count == 0 || cells + table.Size <= MostCells))
                {
                    tables.Add((dataSet, ShownResult.PeriodOf(result), table));
                    cells += table.Size;
                }
            }
        }

        return tables.ToLookup(table => table.Period);
    }

    private static string OfDataSet(string name) => name.Length == 0 ? "" : $"{name}, ";

    /// <summary>What there is, in a sentence or a few.</summary>
    internal static string LeadOf(ImageIndex index)
    {
        var pictures = index.Results.Where(result => result.Picture is not null).ToArray();
        var tables = index.Results.Count(result => result.Files.Any(file => file.ContentType == "text/csv"));
        var periods = index.Results.Select(result => (result.First, result.Last)).Distinct().Count();
        string[] parts =
        [
            pictures.Length > 0 ? NumberFormat.Counted(pictures.Length, "picture") : "",
            tables > 0 ? NumberFormat.Counted(tables, "table") : "",
        ];
        var made = string.Join(" and ", parts.Where(part => part.Length > 0));
        return (made.Length == 0
                ? $"{NumberFormat.Counted(index.Periods, "GeoTIFF")} of tiles and periods; no pictures or tables."
                : $"{made} of {NumberFormat.Counted(periods, "period")}. {CoverageOf(pictures.Length > 0 ? pictures : index.Results)}")
            + (index.NotMade > 0 ? $" {NumberFormat.Counted(index.NotMade, "product")} could not be made." : "")
            + (index.InputMissing > 0 ? $" {NumberFormat.Counted(index.InputMissing, "image")} had to do without one of the inputs." : "")
            + (index.NotCovered > 0
                ? $" Without a granule: {NumberFormat.Counted(index.NotCovered, "daily image")}."
                : "");
    }

    private static string CoverageOf(IReadOnlyList<ManifestResult> results)
    {
        var (least, most) = (results.Min(result => result.Coverage), results.Max(result => result.Coverage));
        var (low, high) = (NumberFormat.Percent(least), NumberFormat.Percent(most));
        return low == high ? $"{low} of the cells have values." : $"{low} to {high} of the cells have values.";
    }
}
