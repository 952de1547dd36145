using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using AzurePerf.Cli.Comparisons;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Trends;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.Web;
using Xunit;

namespace AzurePerf.UnitTests.Results;

/// <summary>One run with one flagged repetition among good ones, read everywhere a result is shown: the same cell is the same number.</summary>
public sealed class OneCellTests : IAsyncLifetime
{
    /// <summary>So many repetitions that the page of the run has its table of combinations.</summary>
    private const int Repetitions = 31;
    private const string Request = """{"experiment": "blob.download", "preset": "quick", "parameters": {"blobBytes": [1048576], "clients": [1, 4]}, "repetitions": 31}""";

    /// <summary>The median of the 30 repetitions that count with 1 client. Their mean is 141 MB/s; with the flagged one the median would be 132, the mean 166.</summary>
    private const string Cell = "131";

    private readonly WebUnderTest _web = new();
    private readonly Dictionary<string, string> _read = [];
    private string _run = "";

    public async ValueTask InitializeAsync() => _run = await MeasureAsync(10);

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_same_cell_is_the_same_number_wherever_it_is_shown()
    {
        await ReadToolAsync();
        await ReadPageAsync();
        await ReadReportsAsync();
        await ReadDocumentsAsync();
        await ReadComparisonAsync();
        await ReadTrendAsync();

        Assert.Equal(17, _read.Count);
        Assert.True(_read.Values.All(number => number == Cell), string.Join("\n", _read.Where(entry => entry.Value != Cell).Select(entry => $"{entry.Key}: {entry.Value}")));
    }

    /// <summary>With 4 clients twice the rate of 1: the best configuration.</summary>
    [Fact]
    public async Task The_best_result_of_a_run_is_the_same_number_on_every_page_and_in_every_list()
    {
        const string Best = "262 MB/s";
        foreach (var address in new[] { "/", "/runs" })
        {
            Assert.Equal(Best, (await Page.OpenAsync(_web, address)).Element("td.headline strong").TextContent);
        }

        var tile = (await Page.OpenAsync(_web, "/runs/" + _run)).Element(".tiles .tile-value").TextContent;
        var listed = (await JsonAsync("/api/v1/runs")).GetProperty("runs")[0].GetProperty("headline");
        var (run, points) = await ResultsAsync();

        Assert.StartsWith(Best, tile, StringComparison.Ordinal);
        Assert.All([listed.GetProperty("value").GetDouble(), run.Headline!.Value, points.Repetitions.Max(level => level.Median)], value => Assert.Equal("262", Megabytes(value)));
    }

    [Fact]
    public async Task What_is_left_out_is_named_next_to_the_number()
    {
        var (run, points) = await ResultsAsync();

        Assert.Contains("1 client: left out 1 of 31 repetitions (1 limited by the measuring machine)", SampleRuns.Render(run, points), StringComparison.Ordinal);
        Assert.Contains("| 1 | 30 of 31 |", await TextAsync($"/api/v1/runs/{_run}/export?format=md"), StringComparison.Ordinal);
        Assert.Equal(1, points.Repetitions[0].LeftOut.GeneratorBound);
    }

    [Fact]
    public async Task Every_cell_of_every_section_is_the_same_in_each_rendering()
    {
        var (run, points) = await ResultsAsync();
        Assert.Equal(["repetitions", "published"], points.Sections.Select(section => section.Id));
        var page = await Page.OpenAsync(_web, "/runs/" + _run);
        var html = await new HtmlParser().ParseDocumentAsync(await TextAsync($"/api/v1/runs/{_run}/export?format=html"));
        var markdown = WebUtility.HtmlDecode((await TextAsync($"/api/v1/runs/{_run}/export?format=md")).Replace("\\", "", StringComparison.Ordinal));
        var terminal = string.Join(' ', Words(SampleRuns.Render(run, points)));
        var json = (await JsonAsync($"/api/v1/runs/{_run}/export?format=json")).GetProperty("points").GetProperty("sections");

        foreach (var table in points.Sections.SelectMany(section => section.Tables))
        {
            string[][] rows = [.. table.Rows.Select(row => row.Select(cell => cell.FullText).ToArray())];
            Assert.Equal(rows, CellsOf(page.Document, table.Name));
            Assert.Equal(rows, CellsOf(html, table.Name));
            Assert.All(rows, row => Assert.Contains($"| {string.Join(" | ", row)} |", markdown, StringComparison.Ordinal));
            Assert.All(table.Rows, row => Assert.Contains(string.Join(' ', row.Select(cell => cell.Text)), terminal, StringComparison.Ordinal));
        }

        Assert.Equal(
            points.Sections.SelectMany(section => section.Tables).SelectMany(table => table.Rows).SelectMany(row => row).Select(cell => (cell.Text, cell.Value)),
            json.EnumerateArray().SelectMany(section => section.GetProperty("tables").EnumerateArray())
                .SelectMany(table => table.GetProperty("rows").EnumerateArray()).SelectMany(row => row.EnumerateArray())
                .Select(cell => (cell.GetProperty("text").GetString()!, cell.GetProperty("value") is { ValueKind: JsonValueKind.Number } value ? value.GetDouble() : (double?)null)));
    }

    [Fact]
    public async Task Next_to_published_figures_stands_the_mean_of_the_same_repetitions_and_it_is_named()
    {
        var (run, points) = await ResultsAsync();
        var rates = Enumerable.Range(1, Repetitions - 1).Select(RateOf).Average();

        var share = Assert.Single(points.Published, one => one.Metric.ToString() == "MegabytesPerSecondPerClient" && one.Levels["clients"]!.GetValue<int>() == 1);

        Assert.Equal(rates * 1.048576, share.Ours, 1e-6);
        Assert.Contains("mean over the repetitions that count", SampleRuns.Render(run, points).ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Fact]
    public void A_latency_that_some_repetitions_do_not_have_is_the_median_of_the_others_and_they_are_counted()
    {
        PointRecord[] points = [.. new[] { 80L, 20, 80, 80 }.Select((operations, index) =>
            SampleRuns.Measured(index + 1, index + 1, """{"blobBytes":1048576,"containers":1,"clients":1}""", SampleRuns.Summary(1, operations, 10 * (index + 1), 1)))];
        var run = SampleRuns.Run("blob.download", """{"blobBytes":[1048576],"containers":[1],"clients":[1]}""");

        var level = Assert.Single(Shipped.Results(run.Spec, points).Levels);

        Assert.Equal((60e6, 3, 1), (level.Of(OperationMetrics.P95Latency).Median, level.Of(OperationMetrics.P95Latency).Values.Count, level.Of(OperationMetrics.P95Latency).LeftOut.TooFewOperations));
        Assert.Equal((25e6 * 0.9, 4, 0), (level.Of(OperationMetrics.MedianLatency).Median, level.Of(OperationMetrics.MedianLatency).Values.Count, level.Of(OperationMetrics.MedianLatency).LeftOut.Total));
        Assert.Contains("1 client: p95 of 3 of 4 repetitions; left out: 1 too few operations", SampleRuns.Render(run, SampleRuns.Points(points)), StringComparison.Ordinal);
        Assert.Contains("60.0 (3 of 4)", Row(run, points));
    }

    [Fact]
    public void Where_no_repetition_counts_all_are_shown_and_nothing_is_concluded()
    {
        PointRecord[] points = [.. Enumerable.Range(1, 6).Select(number =>
            SampleRuns.Measured(number, number, """{"blobBytes":1048576,"containers":1,"clients":1}""", SampleRuns.GeneratorBound(SampleRuns.Summary(1, 80, 10, 1_000_000))))];
        var run = SampleRuns.Run("blob.download", """{"blobBytes":[1048576],"containers":[1],"clients":[1]}""");
        var results = Shipped.Results(run.Spec, points);

        Assert.Equal((false, 100e6), (results.Levels[0].IsConclusive, results.Levels[0].ShownOf(OperationMetrics.ByteRate).Median));
        Assert.Null(results.Levels[0].Of(OperationMetrics.ByteRate).Median);
        Assert.Null(RunMedians.Of(Shipped.ExperimentOf(run.Spec), run.Spec, points)!.Headline);
        Assert.Empty(RepetitionStatistics.Of(results));
        Assert.Equal(["0 of 6", "100"], Row(run, points).Where(cell => cell is "0 of 6" or "100").Distinct());
        Assert.Contains(
            "1 client: no repetition counts, so all that were measured are shown: 6 of 6 repetitions",
            SampleRuns.Render(run, SampleRuns.Points(points)).ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Fact]
    public void Operations_and_failures_of_a_row_are_of_the_same_repetitions()
    {
        PointRecord[] points = [.. Enumerable.Range(1, 3).Select(number =>
        {
            var summary = SampleRuns.WithFailures(SampleRuns.Summary(1, 80, 10, 1_000_000), OperationOutcome.Throttled, number, "busy");
            return SampleRuns.Measured(number, number, """{"blobBytes":1048576,"containers":1,"clients":1}""", number == 3 ? SampleRuns.GeneratorBound(summary) : summary);
        })];
        var run = SampleRuns.Run("blob.download", """{"blobBytes":[1048576],"containers":[1],"clients":[1]}""");

        var table = ResultSection.Of(Shipped.Experiments.Find("blob.download")!, run.Spec, points).Tables[0];

        Assert.Equal((points.Sum(point => point.Summary!.Operations), 6), (CellOf("operations"), CellOf("failed")));
        Assert.Contains("operations and failed are of all that were measured", table.Caption, StringComparison.Ordinal);

        double? CellOf(string column) => table.Rows[0][table.Columns.ToList().FindIndex(one => one.Heading == column)].Value;
    }

    [Fact]
    public void The_longest_operation_of_a_configuration_is_one_number_in_results_and_in_comparisons()
    {
        var run = ComparedRuns.Of((1, [.. Enumerable.Repeat(100.0, 10)])).With(1, point => point.Result!.With(operations => operations with
        {
            Latency = operations.Latency with { MaximumNanoseconds = point.Repetition == 10 ? 900_000_000 : 10_000_000 + point.Repetition },
        }));

        var comparison = ComparedRuns.Compare(run, run, metric: OperationMetrics.LongestLatency);
        var figure = run.Results().Levels[0].Of(OperationMetrics.LongestLatency);

        Assert.Equal((900e6, 900e6, 900e6), (figure.Median, comparison.Points[0].Baseline.Median, comparison.Points[0].Candidate.Median));
        Assert.Null(figure.Interval);
        Assert.DoesNotContain(ComparisonText.Disagreement, ComparisonText.Reasons(comparison.Points[0]));
        Assert.Contains("baseline and candidate: the largest of the repetitions that count", ComparisonText.ChangeRemark(comparison.Points), StringComparison.Ordinal);
        Assert.DoesNotContain("median", ComparisonReport.Table(null, comparison, Sheet.Pipe), StringComparison.Ordinal);
    }

    private static double RateOf(int repetition) => repetition switch
    {
        Repetitions => 900,
        > 25 => (100 + (2 * repetition)) * 1.4,
        _ => 100 + (2 * repetition),
    } / 1.048576;

    private async Task<string> MeasureAsync(int minutesAgo)
    {
        var run = await SeededRun.SubmitAsync(_web, Request, minutesAgo);
        await run.MoveAsync(RunStatus.Completed, 2 * Repetitions);
        var points = run.Measured(planned =>
        {
            var clients = SeededRun.Level(planned, "clients");
            return SeededRun.Summary(clients, RateOf(planned.Repetition) * Math.Sqrt(clients), 1 << 20, 400, planned.Repetition == Repetitions ? [PointFlag.GeneratorBound] : []);
        }).ToArray();
        await run.SumUpAsync(points);
        await new RunStore(_web.Control.Rows).PutIndexAsync(run.Run, TestContext.Current.CancellationToken);
        return run.Id;
    }

    private async Task ReadToolAsync()
    {
        var (run, points) = await ResultsAsync();
        var lines = SampleRuns.Render(run, points).Split('\n').Select(Words).Where(words => words is ["1", ..]).ToArray();
        _read["azureperf show, results"] = lines[0][2];
        _read["azureperf show, repetitions"] = lines[1][2];
    }

    private async Task ReadPageAsync()
    {
        var page = await Page.OpenAsync(_web, "/runs/" + _run);
        _read["page, combinations"] = Column(page.Element("[aria-label='Results by configuration'] table"), "MB/s");
        _read["page, repetitions"] = Column(page.Element("[aria-label='Statistics over the repetitions'] table"), "Median");
        _read["page, chart"] = Column(page.Element("#table-rate"), "median");
    }

    private async Task ReadReportsAsync()
    {
        var html = await new HtmlParser().ParseDocumentAsync(await TextAsync($"/api/v1/runs/{_run}/export?format=html"));
        _read["HTML"] = Column(html.QuerySelector("[aria-label='Results by configuration'] table")!, "MB/s");
        _read["HTML, chart"] = Column(html.QuerySelector("#table-rate")!, "median");
        var markdown = (await TextAsync($"/api/v1/runs/{_run}/export?format=md")).Split('\n');
        var headings = markdown.Single(line => line.StartsWith("| clients | points counted |", StringComparison.Ordinal)).Split(" | ");
        _read["Markdown"] = markdown.First(line => line.StartsWith("| 1 |", StringComparison.Ordinal)).Split(" | ")[Array.IndexOf(headings, "MB/s")];
        _read["Markdown, chart"] = Before(markdown.Single(line => line.Contains("**Throughput against clients**", StringComparison.Ordinal)), " MB/s at 1 client");
    }

    private async Task ReadDocumentsAsync()
    {
        var csv = (await TextAsync($"/api/v1/runs/{_run}/export?format=csv")).Split('\n').Select(line => line.Split(',')).ToArray();
        var line = csv[1..].First(cells => cells[Array.IndexOf(csv[0], "clients")] == "1");
        _read["CSV"] = Megabytes(double.Parse(line[Array.IndexOf(csv[0], "repetitionsMedian")], CultureInfo.InvariantCulture));
        var points = await JsonAsync($"/api/v1/runs/{_run}/points");
        _read["API, points"] = Megabytes(OneClient(points.GetProperty("repetitions")).GetProperty("median").GetDouble());
        var document = await JsonAsync($"/api/v1/runs/{_run}/export?format=json");
        _read["JSON"] = Megabytes(OneClient(document.GetProperty("points").GetProperty("repetitions")).GetProperty("median").GetDouble());
        var charts = await JsonAsync($"/api/v1/runs/{_run}/charts");
        var table = charts.GetProperty("charts").EnumerateArray().Single(chart => chart.GetProperty("id").GetString() == "rate").GetProperty("table");
        var column = table.GetProperty("columns").EnumerateArray().Select(one => one.GetProperty("name").GetString()).ToList().IndexOf("median");
        _read["API, charts"] = table.GetProperty("rows")[0][column].GetRawText();
    }

    private async Task ReadComparisonAsync()
    {
        var other = await MeasureAsync(20);
        var comparison = (await _web.Client.GetFromJsonAsync<ComparisonResponse>($"/api/v1/compare?baseline={other}&candidate={_run}", ApiJson.Options, TestContext.Current.CancellationToken))!;
        _read["comparison, API"] = Megabytes(comparison.Points[0].Candidate.Median!.Value);
        var row = ComparisonReport.Table(SampleRuns.Experiment(comparison.Experiment), comparison, Sheet.Pipe).Split('\n').Select(Words).First(words => words is ["1", ..]);
        _read["comparison, tool"] = row[6];
        var page = await Page.OpenAsync(_web, $"/compare?runs={other},{_run}");
        _read["comparison, page"] = Words(page.Element("td[data-label^=run]").TextContent)[0];
    }

    private async Task ReadTrendAsync()
    {
        var trend = (await _web.Client.GetFromJsonAsync<TrendResponse>(
            $"/api/v1/trends?run={_run}&configuration={Uri.EscapeDataString("""{"blobBytes":1048576,"clients":1,"containers":1}""")}", ApiJson.Options, TestContext.Current.CancellationToken))!;
        _read["trend"] = Megabytes(trend.Values.Single(value => value.RunId == _run).Value!.Value);
    }

    private async Task<(RunResponse Run, PointListResponse Points)> ResultsAsync() => (
        (await _web.Client.GetFromJsonAsync<RunResponse>($"/api/v1/runs/{_run}", ApiJson.Options, TestContext.Current.CancellationToken))!,
        (await _web.Client.GetFromJsonAsync<PointListResponse>($"/api/v1/runs/{_run}/points", ApiJson.Options, TestContext.Current.CancellationToken))!);

    private Task<string> TextAsync(string address) => _web.Client.GetStringAsync(address, TestContext.Current.CancellationToken);

    private async Task<JsonElement> JsonAsync(string address) => JsonDocument.Parse(await TextAsync(address)).RootElement;

    private static JsonElement OneClient(JsonElement repetitions) => repetitions.EnumerateArray().Single(one => one.GetProperty("configuration").GetProperty("clients").GetInt32() == 1);

    private static IEnumerable<string> Row(RunResponse run, PointRecord[] points) =>
        ResultSection.Of(Shipped.Experiments.Find("blob.download")!, run.Spec, points).Tables[0].Rows[0].Select(cell => cell.FullText);

    private static string[][] CellsOf(IHtmlDocument document, string table) =>
        [.. document.QuerySelectorAll($"[aria-label='{table}'] tbody tr").Select(row => row.Children.Select(cell => cell.TextContent).ToArray())];

    /// <summary>The cell of the first row below a heading that begins so.</summary>
    private static string Column(IElement table, string heading)
    {
        var headings = table.QuerySelectorAll("thead th").Select(one => one.TextContent.Trim()).ToList();
        return table.QuerySelector("tbody tr")!.Children[headings.FindIndex(one => one.StartsWith(heading, StringComparison.Ordinal))].TextContent.Trim();
    }

    private static string Before(string line, string words) => Words(line[..line.IndexOf(words, StringComparison.Ordinal)])[^1];

    private static string[] Words(string line) => line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);

    private static string Megabytes(double bytes) => NumberFormat.Megabytes(bytes);
}
