using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery.Reductions;
using AzurePerf.Sandbox.Programs;
using AzurePerf.Worker.Programs;

namespace AzurePerf.Worker.Images;

/// <summary>The reduction that the user's own program makes, in the sandbox.</summary>
internal sealed class ProgramResults(
    ProgramPackages packages, ProgramFolders folders, InputRoom room, ProgramSandbox sandbox, RevocationWatch revocations,
    WorkerProgramOptions settings, ProgramLogs logs)
    : IResultMaker
{
    private const double ShareOfReading = 0.3;
    private const double ShareOfRunning = 0.35;

    public bool Makes(string reduction) => reduction == RequestReductions.Program;

    public async Task<NewProduct> MakeAsync(ResultTask task, CancellationToken stop)
    {
        await sandbox.DemandAsync();
        using var share = room.Open();
        var folder = folders.Create();
        try
        {
            var (reduced, log) = await MakeAsync(task, folder, share, stop);
            return NewProduct.OfProgram(reduced) with { BytesAside = log.Bytes, Remark = log.Lost };
        }
        finally
        {
            await folders.RemoveOrLogAsync(folder);
        }
    }

    private async Task<(Reduced Reduced, KeptLog Log)> MakeAsync(
        ResultTask task, string folder, InputShare share, CancellationToken stop)
    {
        var manifest = await ExtractAsync(task.Request.Options.Program, folder, stop);
        if (ProgramLimits.WhyNot(manifest.Limits, settings.Most) is { } beyond)
        {
            throw new ExecutionEndedException(FailureCause.UserCodeError, beyond);
        }

        var limits = ProgramLimits.Of(manifest.Limits, settings.Most);
        await share.TakeAsync(SizeOf(task, manifest), task.Context.AllowUserCode, stop);
        var (coverage, isMade) = await PlaceAsync(task, manifest, folder, stop);
        Directory.CreateDirectory(Path.Combine(folder, ProgramOutputs.Folder));
        var placed = ProgramLimitPlan.Placed(folder);
        task.Context.Report(ShareOfRunning, "running the program");
        var request = new SandboxRequest
        {
            Program = manifest.Run,
            Arguments = manifest.Arguments,
            Folder = folder,
            Limits = ProgramLimitPlan.Of(limits, placed, Environment.ProcessorCount),
        };
        var result = await revocations.RunAsync(
            task.Request.Options.Program, ending => sandbox.RunAsync(request, task.Context.AllowUserCode, ending), stop);
        var log = await logs.KeepAsync(task.Context, result, stop);
        if (!result.Succeeded)
        {
            var sentence = ProgramEndText.Of(result, manifest.Run, limits, placed) + ProgramEndText.Left(result);
            throw new ExecutionEndedException(CauseOf(result), ProgramLogText.With(sentence, result, log.Lost));
        }

        var (files, fault) = await ProgramOutputs.ReadAsync(folder, manifest.Outputs, ProgramLimitPlan.FileBytes(limits), isMade, stop);
        return fault is null
            ? (new Reduced(files, coverage), log)
            : throw new ExecutionEndedException(
                FailureCause.UserCodeError, ProgramLogText.With(fault + ProgramEndText.Left(result), result, log.Lost));
    }

    private async Task<ProgramManifest> ExtractAsync(string hash, string folder, CancellationToken stop)
    {
        await using var zip = await packages.OpenAsync(hash, stop);
        var (package, fault) = await ProgramPackage.ExtractAsync(zip, folder, stop);
        return package?.Manifest ?? throw new ExecutionEndedException(FailureCause.UserCodeError, fault);
    }

    /// <summary>Bytes that its images take at most.</summary>
    private static long SizeOf(ResultTask task, ProgramManifest manifest) => task.Order.Tiles.Index().Sum(tile =>
        InputSize.MostOf(task.Request.Layers[task.Order.LayerOf(tile.Index)].Subject, manifest.Inputs == ProgramInput.Flat));

    /// <summary>Gives the program its images; the share of their cells that have a value, and whether a granule of them was
    /// made.</summary>
    private static async Task<(double Coverage, bool IsMade)> PlaceAsync(
        ResultTask task, ProgramManifest manifest, string folder, CancellationToken stop)
    {
        var (request, order) = (task.Request, task.Order);
        using var inputs = new ProgramInputs(
            folder, manifest.Inputs == ProgramInput.Flat, order.First, order.Last, request.Options.Aggregate);
        foreach (var (place, key) in order.Tiles.Index())
        {
            var subject = request.Layers[order.LayerOf(place)].Subject;
            await inputs.AddAsync(new(subject, ResultTask.TileOf(key)), await task.OpenAsync(key, stop, ShareOfReading), stop);
        }

        await inputs.EndAsync(stop);
        return (inputs.Coverage, inputs.OfMadeGranules);
    }

    /// <summary>Whatever the program did is its own fault; that the sandbox is not there is the worker's.</summary>
    private static FailureCause CauseOf(SandboxResult result) => result switch
    {
        { IsNotExecutable: true } => ProgramEndText.IsOfFile(result) ? FailureCause.UserCodeError : FailureCause.BadImageFormat,
        { End: SandboxEnd.NotSetUp } => FailureCause.RequestRefused,
        { Limit: SandboxLimit.FreeSpace } => FailureCause.OutOfDisk,
        _ => FailureCause.UserCodeError,
    };
}
