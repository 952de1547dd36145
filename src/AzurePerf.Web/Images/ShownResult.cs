using System.Text;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Sections;
using AzurePerf.Storage.Products;

namespace AzurePerf.Web.Images;

/// <summary>A picture or a table as its page shows it; what a program made may be both.</summary>
/// <param name="Result">As the manifest has it.</param>
/// <param name="Legend">Of a picture; null of a table, and where it cannot be read.</param>
/// <param name="Table">Of a table; null of a picture alone, and where it cannot be read.</param>
/// <param name="IsGone">True when it was removed since.</param>
internal sealed record ShownResult(ManifestResult Result, PictureLegend? Legend, SectionTable? Table, bool IsGone)
{
    /// <summary>The longest legend or table that a page shows; others can be taken along.</summary>
    private const int MostBytes = 256 * 1024;

    private const int ReadsAtOnce = 6;

    /// <summary>What it is, for people.</summary>
    public string Title { get; init; } = "";

    /// <summary>The picture among its files; null of a table.</summary>
    public MadeFile? Picture => Result.Picture;

    /// <summary>"2024-01-25 to 2024-01-31", or its only day.</summary>
    public string Period => PeriodOf(Result);

    /// <summary>Identifier of its element.</summary>
    public string Id => ImageFileNames.FolderOf(Result);

    /// <summary>Its days in words.</summary>
    public static string PeriodOf(ManifestResult result) => result.First == result.Last
        ? ImageFileNames.Text(result.First)
        : $"{ImageFileNames.Text(result.First)} to {ImageFileNames.Text(result.Last)}";

    /// <summary>Results by the words of their periods, in order; those with a picture come first.</summary>
    public static IEnumerable<IGrouping<string, ShownResult>> ByPeriod(IEnumerable<ShownResult> shown) =>
        shown.OrderBy(result => result.Picture is null).GroupBy(result => result.Period)
            .OrderBy(period => period.Key, StringComparer.Ordinal);

    /// <summary>Reads what is shown of some results, a few at once, in their order.</summary>
    public static async Task<ShownResult[]> ReadAllAsync(
        ProductStore store, ImageRequest request, IReadOnlyList<ManifestResult> results, CancellationToken cancellationToken)
    {
        var shown = new ShownResult[results.Count];
        await Parallel.ForAsync(
            0, shown.Length, new ParallelOptions { MaxDegreeOfParallelism = ReadsAtOnce, CancellationToken = cancellationToken },
            async (place, stop) => shown[place] = await ReadAsync(store, request, results[place], stop));
        return shown;
    }

    /// <summary>Reads what is shown of a result besides the picture itself, which the browser gets.</summary>
    private static async Task<ShownResult> ReadAsync(
        ProductStore store, ImageRequest request, ManifestResult result, CancellationToken cancellationToken)
    {
        // What a program writes next to a picture is no legend.
        var isPicture = result.Picture is not null && !result.IsOfProgram;
        var shown = result.Files.FirstOrDefault(file => file.ContentType == (isPicture ? "application/json" : "text/csv"));
        if (shown is null)
        {
            return new(result, null, null, IsGone: false);
        }

        var name = ImageNames.OfResult(request, result.First, result.Key);
        await using var content = await store.OpenAsync(name, shown.Suffix, cancellationToken);
        if (content is null)
        {
            return new(result, null, null, IsGone: true);
        }

        var buffer = new byte[MostBytes + 1];
        var length = await content.Stream.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, cancellationToken);
        return length > MostBytes ? new(result, null, null, IsGone: false)
            : isPicture ? new(result, PictureLegend.Read(buffer.AsSpan(0, length)), null, IsGone: false)
            : new(result, null,
                ResultTables.Of(
                    result.IsOfProgram ? $"table {shown.Name}" : result.Reduction,
                    Encoding.UTF8.GetString(buffer, 0, length), PeriodOf(result)), IsGone: false);
    }
}
