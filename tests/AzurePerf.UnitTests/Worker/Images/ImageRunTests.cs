using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Sources;
using AzurePerf.Storage.Products;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using AzurePerf.UnitTests.TaskManager.Bags;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Images;

/// <summary>A real worker makes images of made granules, and a real TaskManager carries the run.</summary>
public sealed class ImageRunTests
{
    private readonly TaskManagerUnderTest _engine = new();
    private readonly MadeGranules _archive = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("MOD11A1", "h18v04 h18v03", 4)]
    [InlineData("MOD05_L2", "h18v04", 0)]
    [InlineData("MOD11_L2", "h18v04", 0)]
    public async Task A_request_is_made_and_the_same_again_downloads_and_reprojects_nothing(string product, string area, int granules)
    {
        await using var worker = await HireAsync();
        var first = await MakeAsync(product, area);
        var fetched = _archive.Fetched.Count;

        var again = await MakeAsync(product, area);

        Assert.True(granules == 0 ? fetched > 0 : fetched == granules, $"{fetched} granules");
        Assert.Distinct(_archive.Fetched);
        Assert.Equal(fetched, _archive.Fetched.Count);
        Assert.Equal(first.Manifest, again.Manifest);
        Assert.Contains("\"ofMadeGranules\": true", first.Manifest, StringComparison.Ordinal);
        Assert.Equal(
            [(ImageStages.Download, 0), (ImageStages.Reprojection, 0)],
            again.Stages.Where(stage => stage.Name is ImageStages.Download or ImageStages.Reprojection).Select(stage => (stage.Name, stage.Total)));
        var manifest = JsonNode.Parse(first.Manifest)!;
        Assert.Equal(2 * area.Split(' ').Length, manifest["images"]!.AsArray().Count(image => (string)image!["valuesHash"]! != ""));
        Assert.Equal(
            ["histogram.csv", "picture.png", "picture.json", "picture.tif", "zones.csv"],
            manifest["results"]!.AsArray().SelectMany(result => result!["files"]!.AsArray()).Select(file => (string)file!["name"]!));
        foreach (var result in manifest["results"]!.AsArray())
        {
            foreach (var file in result!["files"]!.AsArray())
            {
                var name = new ProductName(ProductKinds.Result, product, new(2024, 1, 25), (string)result["key"]!);
                await using var content = await StoreOf(_engine).OpenAsync(name, (string)file!["suffix"]!, Cancelled);
                Assert.True(content!.Bytes > 100);
            }
        }
    }

    [Fact]
    public async Task The_item_of_each_image_leads_to_a_file_that_is_next_to_it()
    {
        await using var worker = await HireAsync();
        await MakeAsync("MOD11A1", "h18v04");

        var files = await _engine.Control.Products.ListAsync("", Cancelled).Select(blob => blob.Name).ToArrayAsync(Cancelled);
        var items = files.Where(name => name.EndsWith(".json", StringComparison.Ordinal) && name.Contains(".tif.", StringComparison.Ordinal)).ToArray();
        Assert.Equal(2 + 2, items.Length);
        var led = new List<string>();
        foreach (var name in items)
        {
            var item = JsonNode.Parse((await _engine.Control.Products.FindAsync(name, Cancelled))!)!;
            led.Add(name[..(name.LastIndexOf('/') + 1)] + ((string)item["assets"]!["image"]!["href"]!)[2..]);
        }

        Assert.Distinct(led);
        Assert.All(led, file => Assert.Contains(file, files));
        Assert.Contains(led, file => file.EndsWith(".tif.days.tif", StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_a_run_counts_is_all_that_it_left_in_the_catalogue_and_the_same_again_counts_what_is_its_own()
    {
        await using var worker = await HireAsync();
        var first = await MakeAsync("MOD11A1", "h18v04 h18v03");
        var left = await BytesAsync();

        var again = await MakeAsync("MOD11A1", "h18v04 h18v03");

        Assert.Equal(left, first.Stages.Sum(stage => stage.StoredBytes));
        Assert.Equal(await BytesAsync() - left, again.Stages.Sum(stage => stage.StoredBytes));

        async Task<long> BytesAsync() => await _engine.Control.Products.ListAsync("", Cancelled).Select(blob => blob.Bytes).SumAsync(Cancelled);
    }

    [Theory]
    [InlineData(SourceCause.Missing, "lessCoverage", 3)]
    [InlineData(SourceCause.AccessRefused, "skip", 3)]
    public async Task A_granule_that_does_not_come_takes_its_image_from_the_request_and_nothing_else(SourceCause cause, string missing, int images)
    {
        _archive.Failing = name => name.Contains("A2024025.h18v04", StringComparison.Ordinal) ? cause : null;
        await using var worker = await HireAsync();

        var made = await MakeAsync("MOD11A1", "h18v04 h18v03", missing);

        var manifest = JsonNode.Parse(made.Manifest)!;
        Assert.Equal(images, manifest["images"]!.AsArray().Count(image => (string)image!["valuesHash"]! != ""));
        Assert.Equal(missing == "skip" ? 1 : 2, manifest["periods"]!.AsArray().Count(period => (string)period!["valuesHash"]! != ""));
        Assert.Equal(RunStatus.CompletedWithErrors, made.Status);
    }

    [Fact]
    public async Task A_granule_of_a_swath_that_nobody_can_read_is_left_out_and_named_unless_the_request_skips_its_image()
    {
        _archive.TellsMd5 = true;
        await using var worker = await HireAsync();
        var whole = await MakeAsync("MOD11_L2", "h18v04");
        var damaged = (string)JsonNode.Parse(whole.Manifest)!["images"]![0]!["inputs"]![0]!;
        var name = damaged[..damaged.LastIndexOf('.')];
        var other = new TaskManagerUnderTest();
        _archive.Damaged = file => file == name;
        await using var later = await RealBagWorker.HireAsync(other, more: services => services.AddSingleton<IGranuleArchive>(_archive));

        var made = await MakeAsync("MOD11_L2", "h18v04", on: other);
        var again = await MakeAsync("MOD11_L2", "h18v04", on: other);
        var skipped = await MakeAsync("MOD11_L2", "h18v04", "skip", on: other);

        Assert.Equal(made.Manifest, again.Manifest);
        var (before, less) = (JsonNode.Parse(whole.Manifest)!["images"]![0]!, JsonNode.Parse(made.Manifest)!["images"]![0]!);
        Assert.Equal([damaged], less["unreadable"]!.AsArray().Select(text => (string)text!));
        Assert.True((bool)less["inputMissing"]!);
        Assert.NotEqual((string)before["valuesHash"]!, (string)less["valuesHash"]!);
        Assert.True((double)less["coverage"]! < (double)before["coverage"]!);
        Assert.Empty(JsonNode.Parse(made.Manifest)!["images"]![1]!["unreadable"]!.AsArray());
        Assert.Equal(["", "made"], JsonNode.Parse(skipped.Manifest)!["images"]!.AsArray().Select(image =>
            (string)image!["valuesHash"]! == "" ? "" : "made"));
    }

    [Theory]
    [InlineData("MOD11A1", "0610")]
    [InlineData("MOD11_L2", "h18v04")]
    [InlineData("MOD05_L2", "h18v04")]
    public async Task A_swath_among_the_tiles_of_an_archive_or_the_reverse_is_left_out(string product, string place)
    {
        await using var worker = await HireAsync();
        var usual = await MakeAsync(product, "h18v04");
        _archive.Stray = place;

        var made = await MakeAsync(product, "h18v04");

        Assert.Equal((usual.Status, usual.Manifest), (made.Status, made.Manifest));
    }

    [Fact]
    public async Task A_file_that_is_no_granule_though_it_has_the_MD5_of_the_archive_ends_its_task_as_an_input_that_nobody_can_read()
    {
        _archive.TellsMd5 = true;
        _archive.Damaged = _ => true;
        await using var worker = await HireAsync();

        var made = await MakeAsync("MOD11A1", "h18v04");

        var images = made.Stages.Single(stage => stage.Name == ImageStages.Reprojection);
        Assert.Equal(2, images.Ends[Core.Tasks.FailureCause.InputUnreadable]);
    }

    [Fact]
    public async Task A_file_that_is_no_granule_of_an_archive_that_tells_no_MD5_is_not_stored_so_that_the_same_again_brings_it()
    {
        _archive.Damaged = _ => true;
        await using var worker = await HireAsync();

        var made = await MakeAsync("MOD11A1", "h18v04");
        _archive.Damaged = _ => false;
        var again = await MakeAsync("MOD11A1", "h18v04");

        var downloads = made.Stages.Single(stage => stage.Name == ImageStages.Download);
        Assert.Equal((2, 2), (downloads.Total, downloads.Failed));
        Assert.Equal([Core.Tasks.FailureCause.SourceDownloadFailed], downloads.Ends.Keys);
        Assert.Equal(RunStatus.Completed, again.Status);
    }

    [Fact]
    public async Task Of_a_file_without_MD5_only_the_begin_is_looked_at_before_it_is_stored()
    {
        (_archive.Damaged, _archive.Damage) = (_ => true, [0x0e, 0x03, 0x13, 0x01, 0, 0]);
        await using var worker = await HireAsync();

        var made = await MakeAsync("MOD11A1", "h18v04");

        Assert.Equal(0, made.Stages.Single(stage => stage.Name == ImageStages.Download).Failed);
        Assert.Equal(2, made.Stages.Single(stage => stage.Name == ImageStages.Reprojection).Ends[Core.Tasks.FailureCause.InputUnreadable]);
    }

    [Fact]
    public async Task Without_an_archive_the_run_fails_with_a_sentence_that_says_what_to_set()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine);
        var runId = await SubmitAsync("MOD11A1", "h18v04", "lessCoverage", _engine);

        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.Runs.FindAsync(runId, Cancelled);
        Assert.Equal(RunStatus.Failed, run!.Status);
        Assert.Contains("the archive told of no day: the failed tasks of source listing say why", run.Reason, StringComparison.Ordinal);
        var failed = await _engine.Tasks.ListAsync(runId, Core.Tasks.StageId.Bag(0), 0, Cancelled).FirstAsync(Cancelled);
        Assert.Equal("No archive of satellite images is set: give Archive:BaseAddress its address.", failed.Error);
    }

    private static ProductStore StoreOf(TaskManagerUnderTest engine) =>
        new(engine.Control.Products, engine.Control.Rows, new Core.Ids.SeededIdSource(9), engine.Time);

    private Task<RealBagWorker> HireAsync() =>
        RealBagWorker.HireAsync(_engine, more: services => services.AddSingleton<IGranuleArchive>(_archive));

    private async Task<(string Manifest, RunStatus Status, IReadOnlyList<StageState> Stages)> MakeAsync(
        string product, string area, string missing = "lessCoverage", TaskManagerUnderTest? on = null)
    {
        var engine = on ?? _engine;
        var runId = await SubmitAsync(product, area, missing, engine);
        await engine.WorkUntilEndedAsync(runId);
        var run = (await engine.Runs.FindWithStagesAsync(runId, Cancelled))!;
        var name = new ProductName(ProductKinds.Request, product, new(2024, 1, 25), $"{runId}-manifest.json");
        await using var manifest = await StoreOf(engine).OpenAsync(name, "", Cancelled)
            ?? throw new InvalidOperationException($"{run.Run.Status}: {run.Run.Reason}");
        using var reader = new StreamReader(manifest.Stream);
        return (await reader.ReadToEndAsync(Cancelled), run.Run.Status, run.Stages);
    }

    private static Task<string> SubmitAsync(string product, string area, string missing, TaskManagerUnderTest engine) => engine.SubmitAsync(SampleSpecs.Of($$"""
        {
          "experiment": "modis.pipeline",
          "parameters": {
            "product": "{{product}}", "area": "{{area}}", "from": "2024-01-25", "days": 2, "missing": "{{missing}}",
            "reductions": "histogram picture zones"
          }
        }
        """));
}
