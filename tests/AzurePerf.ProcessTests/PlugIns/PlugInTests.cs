using System.Text.Json.Nodes;
using AzurePerf.Core.Workers;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.Testing.PlugIn;
using Parquet;

namespace AzurePerf.ProcessTests.PlugIns;

/// <summary>
/// A kind of target and experiments that nothing under src knows, in processes of web, TaskManager and workers that have one line more, through
/// everything that shows results: none of it was made for them.
/// </summary>
public sealed class PlugInTests(Emulators emulators)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task What_a_plug_in_measures_is_shown_everywhere_in_its_own_units()
    {
        var folder = Directory.CreateTempSubdirectory("azureperf-plugin-");
        await using var installation = await Installation.CreateAsync(emulators, plugIns: true, folder: folder.FullName);
        installation.StartTaskManager();
        installation.StartWorker(WorkerPool.Measure, "measure-worker");
        installation.StartWorker(WorkerPool.Bag, "bag-worker");
        var web = installation.StartWeb();
        using var asked = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = await web.ReadyAsync(asked, Limit, Cancelled) };
        var tool = new Dictionary<string, string> { ["AZUREPERF_URL"] = http.BaseAddress!.ToString() };

        async Task<string> PrintedAsync(params string[] arguments)
        {
            var end = await CommandLine.RunHereAsync(tool, arguments);
            Assert.True(end.ExitCode == 0, $"azureperf {string.Join(' ', arguments)}: {end.ExitCode}\n{end.Error}\n{web.Said}");
            return end.Output;
        }

        async Task<string> MeasuredAsync(string experiment, params string[] more)
        {
            var printed = await PrintedAsync(["run", experiment, "--preset", "quick", "--yes", "--output", "json", .. more]);
            return JsonNode.Parse(printed)!["runId"]!.GetValue<string>();
        }

        // The values: two numbers and a distribution, no operations.
        var lives = await MeasuredAsync("folder.lives", "--set", "files=20,60");
        var again = await MeasuredAsync("folder.lives", "--set", "files=20,60");
        var shown = await PrintedAsync("show", lives);
        Assert.Contains("folder.lives - Folder lives", shown, StringComparison.Ordinal);
        Assert.Contains("made", shown, StringComparison.Ordinal);
        Assert.Contains("files/s", shown, StringComparison.Ordinal);
        Assert.Contains("life of a file", shown, StringComparison.Ordinal);
        var each = await PrintedAsync("report", lives, "--each-point");
        Assert.Contains("life of a file p50", each, StringComparison.Ordinal);
        Assert.Contains("5 cut off", each, StringComparison.Ordinal);

        var csv = (await PrintedAsync("export", lives, "--format", "csv")).Split('\n')[0].Split(',');
        string[] columns = ["metrics.filesMade", "values.share still there", "distributions.life of a file.p50", "distributions.life of a file.rightCensored"];
        Assert.Superset(columns.ToHashSet(), csv.ToHashSet());
        var file = Path.Combine(folder.FullName, "points.parquet");
        await PrintedAsync("export", lives, "--format", "parquet", "--out", file);
        await using (var reader = await ParquetReader.CreateAsync(file, cancellationToken: Cancelled))
        {
            Assert.Equal(csv, reader.Schema.DataFields.Select(field => field.Name));
        }

        var points = JsonNode.Parse(await http.GetStringAsync($"api/v1/runs/{lives}/points", Cancelled))!;
        Assert.Equal(["filesMade", "shareLeft", "lifeP50"], points["metrics"]!.AsArray().Select(metric => metric!["name"]!.GetValue<string>()));
        Assert.All(points["points"]!.AsArray(), point => Assert.Contains(OpenFolder.Note, point!["result"]!["notes"]!.AsArray().Select(note => note!.GetValue<string>())));
        Assert.All(points["points"]!.AsArray(), point => Assert.Equal("the system's own files", point!["sdk"]!.GetValue<string>()));
        Assert.Equal(12, points["points"]!.AsArray().Count(point => point!["metrics"]!["shareLeft"]!.GetValue<double>() == 0.25));

        var charts = JsonNode.Parse(await http.GetStringAsync($"api/v1/runs/{lives}/charts", Cancelled))!["charts"]!.AsArray();
        Assert.Contains(charts, chart => chart!["y"]!["unit"]!.GetValue<string>() == "files/s");
        var page = await http.GetStringAsync($"runs/{lives}", Cancelled);
        Assert.Contains("Files made per second", page, StringComparison.Ordinal);
        Assert.Contains("aria-label=\"Distributions\"", page, StringComparison.Ordinal);

        var compared = await PrintedAsync("compare", lives, again);
        Assert.Contains("filesMade", compared, StringComparison.Ordinal);
        Assert.Contains("shareLeft", await PrintedAsync("compare", lives, again, "--metric", "shareLeft"), StringComparison.Ordinal);
        var trend = JsonNode.Parse(await http.GetStringAsync($"api/v1/trends?run={again}", Cancelled))!;
        Assert.Equal("files/s", trend["unit"]!.GetValue<string>());

        // The operations of three types, with a metric of one of them.
        var mix = await MeasuredAsync("folder.mix", "--set", "clients=1,2");
        shown = await PrintedAsync("show", mix);
        Assert.Matches(@"type +operations +failed", shown);
        csv = (await PrintedAsync("export", mix, "--format", "csv")).Split('\n')[0].Split(',');
        columns = ["metrics.readP50", "operationTypes.write.operations", "operationTypes.read.latencyP50", "operationTypes.look.ok"];
        Assert.Superset(columns.ToHashSet(), csv.ToHashSet());
        Assert.Contains("Read p50", await http.GetStringAsync($"runs/{mix}", Cancelled), StringComparison.OrdinalIgnoreCase);
        foreach (var format in new[] { "markdown", "html" })
        {
            Assert.Contains("files/s", await PrintedAsync("report", lives, "--format", format), StringComparison.Ordinal);
            Assert.Contains("By type of operation", await PrintedAsync("report", mix, "--format", format), StringComparison.Ordinal);
        }

        // The points that a stage of a pipeline was folded into.
        var pipeline = await MeasuredAsync("sample.pipeline");
        shown = await PrintedAsync("show", pipeline);
        Assert.Contains("parts", shown, StringComparison.Ordinal);
        Assert.Contains("3 things were cut into 6 parts", shown, StringComparison.Ordinal);
        csv = (await PrintedAsync("export", pipeline, "--format", "csv")).Split('\n')[0].Split(',');
        columns = ["thing", "metrics.parts", "values.parts"];
        Assert.Superset(columns.ToHashSet(), csv.ToHashSet());
        charts = JsonNode.Parse(await http.GetStringAsync($"api/v1/runs/{pipeline}/charts", Cancelled))!["charts"]!.AsArray();
        Assert.Contains(charts, chart => chart!["x"]!["label"]!.GetValue<string>() == "thing" && chart["y"]!["unit"]!.GetValue<string>() == "parts");
        page = await http.GetStringAsync($"runs/{pipeline}", Cancelled);
        Assert.Contains("aria-label=\"Points of the stages\"", page, StringComparison.Ordinal);
        Assert.Contains("3 things were cut into 6 parts", page, StringComparison.Ordinal);
        Assert.Contains("3 things were cut into 6 parts", await PrintedAsync("report", pipeline, "--format", "html"), StringComparison.Ordinal);
        Assert.Contains("parts", await PrintedAsync("compare", pipeline, await MeasuredAsync("sample.pipeline")), StringComparison.Ordinal);
        trend = JsonNode.Parse(await http.GetStringAsync($"api/v1/trends?run={pipeline}", Cancelled))!;
        Assert.Equal("parts", trend["unit"]!.GetValue<string>());

        // A target of the wrong kind is refused with both kinds.
        var refused = await CommandLine.RunHereAsync(tool, "run", "folder.mix", "--preset", "quick", "--yes", "--target", "default");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("a folder of files", refused.Error, StringComparison.Ordinal);
        Assert.Contains("a storage account", refused.Error, StringComparison.Ordinal);

        // Whatever the runs made in the folder is gone.
        Assert.Equal(["points.parquet"], folder.GetFileSystemInfos().Select(entry => entry.Name));
        folder.Delete(recursive: true);
    }
}
