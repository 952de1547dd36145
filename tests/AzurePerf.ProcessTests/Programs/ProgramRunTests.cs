using System.IO.Compression;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.Sources.Serving;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.ProcessTests.Programs;

/// <summary>Programs of users as the reduction of a request: TaskManager and worker are processes, and the sandbox is the real one.</summary>
public sealed class ProgramRunTests(Emulators emulators, ITestOutputHelper output) : IAsyncLifetime
{
    private const int Coarseness = 20;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(90);
    private static readonly StageId Reduction = StageId.Bag(Array.IndexOf([.. ImageStages.InOrder], ImageStages.Reduction));

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-programs-");
    private Installation _installation = null!;
    private MadeServer _source = null!;
    private SupervisedHost _worker = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private ProgramStore Programs => new(_installation.Control.Programs, _installation.Control.Rows, TimeProvider.System);

    public async ValueTask InitializeAsync()
    {
        // Programs have a user of their own and must come through.
        File.SetUnixFileMode(_folder.FullName, (UnixFileMode)0b111_101_101);
        _source = await MadeServer.StartAsync(new(Coarseness: Coarseness, Port: 0), _ => { }, Cancelled);
        _installation = await Installation.CreateAsync(emulators);
    }

    public async ValueTask DisposeAsync()
    {
        await _installation.DisposeAsync();
        await _source.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    [Fact]
    public async Task A_program_in_shell_counts_cells_and_its_table_is_a_product_that_the_same_request_uses_again()
    {
        Start();
        var hash = await AddAsync("flat", ["cells.csv"], """
            n=$(od -An -v -t f8 -w8 in/*.bin | awk '$1 == $1 && $1 !~ /nan/ {n++} END {print n+0}')
            echo "tile,cells" > out/cells.csv
            echo "all,$n" >> out/cells.csv
            echo counted $n
            """);

        var run = await MakeAsync(hash);
        var again = await MakeAsync(hash);

        Assert.Equal((RunStatus.Completed, RunStatus.Completed), (run.Status, again.Status));
        var (key, file) = await ResultAsync(run);
        Assert.Equal((key, "cells.csv"), ((await ResultAsync(again)).Key, (string)file["name"]!));
        var csv = await ReadAsync(run, key, (string)file["suffix"]!);
        Assert.Matches(@"\Atile,cells\nall,[1-9][0-9]*\n\z", csv);
        var ended = Assert.Single(await _installation.TasksAsync(again.RunId, Reduction));
        Assert.True(ended.IsReused);
        Assert.Matches(@"\Acounted [1-9][0-9]*\n\z", (await LogAsync(run.RunId, 1))!);
        output.WriteLine(csv);
    }

    [Fact]
    public async Task Programs_that_fail_end_their_tasks_as_errors_of_user_code_while_others_go_on_and_the_worker_stays()
    {
        var bad = Night.Values<(string Script, string Limits, string Said)>(
            [
                ("while :; do :; done", """{"seconds": 1}""", "The program was ended: it ran longer than its limit of 1 s (seconds)."),
                ("echo broken; exit 3", "{}", "The program ended with exit code 3. Its log ends: broken"),
                ("ln -s /etc/passwd out/cells.csv", "{}", "The program did not write out/cells.csv as a regular file."),
            ],
            ("i=0; while [ $i -lt 25 ]; do sleep 30 & i=$((i+1)); done; wait", """{"processes": 16, "seconds": 20}""", "it started more processes and threads than its limit of 16 (processes); "),
            ("yes > out/cells.csv", """{"fileMegabytes": 4, "seconds": 20}""", "its files became larger than its limit of 4 MiB (fileMegabytes); "),
            ("true", "{}", "The program did not write out/cells.csv."),
            ("sleep 30 & sleep 30 &", "{}", "The program did not write out/cells.csv. When it ended, 2 processes that it had started still ran, and were ended with it"),
            ("echo a > out/cells.csv; echo b > out/more.csv", "{}", "The program wrote out/more.csv, which its outputs do not name."));
        Start();
        var good = await SubmitAsync(await AddAsync("flat", ["cells.csv"], "cat in/inputs.json; echo x > out/cells.csv"), "program");
        var failing = new List<string>();
        foreach (var (script, limits, _) in bad)
        {
            failing.Add(await SubmitAsync(await AddAsync("flat", ["cells.csv"], script, limits), "program"));
        }

        Assert.Equal(RunStatus.Completed, (await _installation.UntilEndedAsync(good, Limit)).Status);
        foreach (var (runId, (_, _, said)) in failing.Zip(bad))
        {
            Assert.Equal(RunStatus.CompletedWithErrors, (await _installation.UntilEndedAsync(runId, Limit)).Status);
            var task = Assert.Single(await _installation.TasksAsync(runId, Reduction));
            Assert.Equal((BenchmarkTaskStatus.Dead, FailureCause.UserCodeError), (task.Status, task.FailureCause));
            Assert.Contains(said, task.Error, StringComparison.Ordinal);
        }

        Assert.Equal("broken\n", await LogAsync(failing[1], 1));
        Assert.Contains("\"dataSet\": \"LST_Day_1km\"", await LogAsync(good, 1), StringComparison.Ordinal);
        Assert.Equal(1, _worker.Starts);
        Assert.Empty(Directory.GetDirectories(Directory.GetDirectories(ProgramFolder).Single(folder => Path.GetFileName(folder) != "packages")));
    }

    [Fact]
    public async Task A_program_that_was_revoked_ends_its_task_in_one_sentence_and_is_not_tried_again()
    {
        Start();
        var hash = await AddAsync("flat", ["cells.csv"], "echo x > out/cells.csv");
        await Programs.RevokeAsync(hash, "anna", Cancelled);

        var run = await MakeAsync(hash);

        var task = Assert.Single(await _installation.TasksAsync(run.RunId, Reduction));
        Assert.Equal((BenchmarkTaskStatus.Dead, FailureCause.BadInput, 1), (task.Status, task.FailureCause, task.Attempt));
        Assert.Matches(@"\AProgram counted \([0-9a-f]{8}\) runs no more: anna revoked it on [0-9-]{10}\.\z", task.Error);
    }

    public static TheoryData<string> Refusing => Night.Cases(["Programs:Directory"], "Programs:Allowed", "Programs:FirstUser");

    [Theory]
    [MemberData(nameof(Refusing))]
    public async Task Where_programs_cannot_run_their_tasks_are_refused_in_one_sentence_and_pictures_are_made(string setting)
    {
        var (value, said) = setting switch
        {
            "Programs:Allowed" => ("false", "User programs are refused: Programs:Allowed is not true for this worker."),
            "Programs:FirstUser" => ("65530", "User programs are refused: users 65530 to 65533 cannot be used"),
            _ => ("/proc/none", "User programs are refused: the sandbox cannot be tried out"),
        };
        Assert.SkipWhen(setting == "Programs:FirstUser" && !Environment.IsPrivilegedProcess, "only root can change to another user");
        Start((setting, value));
        var hash = await AddAsync("flat", ["cells.csv"], "echo x > out/cells.csv");

        var run = await MakeAsync(hash, "picture program");

        Assert.Equal(RunStatus.CompletedWithErrors, run.Status);
        var tasks = await _installation.TasksAsync(run.RunId, Reduction);
        Assert.Equal([BenchmarkTaskStatus.Done, BenchmarkTaskStatus.Dead], tasks.Select(task => task.Status));
        Assert.Equal(FailureCause.RequestRefused, tasks[1].FailureCause);
        Assert.StartsWith(said, tasks[1].Error, StringComparison.Ordinal);
        Assert.Equal(setting != "Programs:Allowed", _worker.Said.Contains("User programs are refused", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Of_a_worker_that_is_killed_no_process_of_the_program_is_left_after_a_second()
    {
        Start();
        var mark = Guid.NewGuid().ToString("N");
        var hash = await AddAsync("flat", ["cells.csv"], $"(exec -a {mark} sleep 300) & (exec -a {mark} sleep 300) & wait", shell: "bash");
        await SubmitAsync(hash, "program");
        await _installation.UntilAsync(() => Task.FromResult(Marked(mark) >= 2 ? "" : null), Limit);

        _worker.Kill(replaced: false);

        await Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System, Cancelled);
        Assert.Equal(0, Marked(mark));
        Start();
        await _installation.UntilAsync(() => Task.FromResult(Marked(mark) >= 2 ? "" : null), Limit);
        Assert.Single(Directory.GetDirectories(ProgramFolder), folder => Path.GetFileName(folder) != "packages");
    }

    private string ProgramFolder => Path.Combine(_folder.FullName, "p");

    private void Start(params (string Name, string Value)[] other)
    {
        Dictionary<string, string> settings = new()
        {
            ["Archive:BaseAddress"] = _source.Address.ToString().TrimEnd('/'),
            ["Worker:SourceDirectory"] = Path.Combine(_folder.FullName, "sources"),
            ["Programs:Allowed"] = "true",
            ["Programs:Directory"] = ProgramFolder,
        };
        foreach (var (name, value) in other)
        {
            settings[name] = value;
        }

        if (_worker is null)
        {
            _installation.StartTaskManager();
        }

        _worker = _installation.StartWorker(WorkerPool.Bag, "bag-worker", slots: 4, settings);
    }

    private async Task<string> AddAsync(string inputs, string[] outputs, string script, string limits = "{}", string shell = "sh")
    {
        using var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true))
        {
            await WriteAsync(archive, "reduce.json", $$"""{"name": "counted", "run": "run", "inputs": "{{inputs}}", "outputs": {{JsonSerializer.Serialize(outputs)}}, "limits": {{limits}}}""");
            await WriteAsync(archive, "run", $"#!/bin/{shell}\n{script.ReplaceLineEndings("\n")}\n");
        }

        var (package, fault) = ProgramPackage.Check(zip);
        Assert.Equal("", fault);
        await Programs.AddAsync(package!, zip, "test", Cancelled);
        return package!.Hash;
    }

    private static async Task WriteAsync(ZipArchive archive, string name, string text)
    {
        await using var entry = await archive.CreateEntry(name).OpenAsync(Cancelled);
        await entry.WriteAsync(Encoding.UTF8.GetBytes(text), Cancelled);
    }

    private Task<string> SubmitAsync(string hash, string reductions) => _installation.SubmitAsync(new()
    {
        ["experiment"] = ModisPipelineOptions.Definition.Id,
        ["parameters"] = new JsonObject { ["product"] = "MOD11A1", ["area"] = "h18v04 h18v03", ["days"] = 1, ["reductions"] = reductions, ["program"] = hash },
    });

    private async Task<RunState> MakeAsync(string hash, string reductions = "program") =>
        await _installation.UntilEndedAsync(await SubmitAsync(hash, reductions), Limit);

    private ProductStore Products => new(_installation.Control.Products, _installation.Control.Rows, new RandomIdSource(), TimeProvider.System);

    private static ImageRequest RequestOf(RunState run) => ImageRequest.Read((ModisPipelineOptions)RunPlanner.BindStages(ModisPipelineOptions.Definition, run.Spec)).Request!;

    private async Task<(string Key, JsonNode File)> ResultAsync(RunState run)
    {
        await using var content = await Products.OpenAsync(ImageNames.ManifestOf(RequestOf(run), run.RunId), "", Cancelled);
        var manifest = (await JsonNode.ParseAsync(content!.Stream, cancellationToken: Cancelled))!;
        var result = Assert.Single(manifest["results"]!.AsArray())!;
        return ((string)result["key"]!, Assert.Single(result["files"]!.AsArray())!);
    }

    private async Task<string> ReadAsync(RunState run, string key, string suffix)
    {
        await using var content = await Products.OpenAsync(ImageNames.OfResult(RequestOf(run), new(2024, 1, 25), key), suffix, Cancelled);
        using var reader = new StreamReader(content!.Stream);
        return await reader.ReadToEndAsync(Cancelled);
    }

    private Task<string?> LogAsync(string runId, int attempt) =>
        new TaskLogStore(_installation.Control.Results).FindAsync(new(runId, Reduction, 0), attempt, Cancelled);

    /// <summary>Processes whose command line begins with a text.</summary>
    private static int Marked(string mark) => Directory.GetDirectories("/proc").Count(folder =>
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, "cmdline")).StartsWith(mark, StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return false;
        }
        catch (UnauthorizedAccessException)
        {
            return false;
        }
    });
}
