using System.Threading.Channels;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Sandbox;
using AzurePerf.Sandbox.Programs;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Programs;

/// <summary>
/// Runs programs of users where the proof of the sandbox holds, at most as many at once as it allows. What a program ran in once is kept
/// ready for the next one.
/// </summary>
internal sealed partial class ProgramSandbox(
    WorkerProgramOptions settings, WorkerOptions worker, ProgramFolders folders, ProgramStanding standing, SandboxCommand command,
    SandboxTrial trial, TimeProvider time, ILogger<ProgramSandbox> logger) : IAsyncDisposable
{
    private static readonly TimeSpan ProofLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan LongestUserCode = TimeSpan.FromDays(1);

    private readonly Lock _proving = new();

    /// <summary>The lowest first: what nobody needs is never made ready.</summary>
    private readonly Channel<Place> _free = Channel.CreateUnboundedPrioritized(
        new UnboundedPrioritizedChannelOptions<Place> { Comparer = Comparer<Place>.Create((one, other) => one.Number - other.Number) });

    private Task<SandboxProof>? _proof;

    /// <summary>Proofs that failed so far, and the time stamp from which another is tried; null for never again.</summary>
    private int _failures;
    private (long Since, TimeSpan Pause)? _again;

    /// <summary>Programs that may run at once; known when the proof is.</summary>
    private int _places;

    /// <summary>Whether programs can run here: tried out once, and where that failed again when somebody asks and the pause of
    /// <see cref="ProofRetry"/> is over.</summary>
    public Task<SandboxProof> ProofAsync()
    {
        lock (_proving)
        {
            if (_proof is { IsFaulted: true }
                || (_proof is { IsCompleted: true } && _again is { } again && time.GetElapsedTime(again.Since) >= again.Pause))
            {
                _again = null;
                _proof = null;
            }

            return _proof ??= ProveAsync();
        }
    }

    /// <summary>Runs a program when there is a place for it. Cancelled, it ends the program.</summary>
    /// <param name="request">The program; its user is that of the place.</param>
    /// <param name="begins">Called when it begins, and before it waits for a place, with the longest time until it has ended.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="ExecutionEndedException">Programs are refused here.</exception>
    public async Task<SandboxResult> RunAsync(SandboxRequest request, Action<TimeSpan> begins, CancellationToken stop)
    {
        await DemandAsync();
        // Those that are ahead may take what the operator allows.
        var ahead = (worker.Slots - 1) / _places * TimeSpan.FromSeconds(settings.Most.Seconds);
        begins(TimeSpan.FromTicks(Math.Min((ahead + request.Limits.WallTime).Ticks, LongestUserCode.Ticks)));
        var place = await _free.Reader.ReadAsync(stop);
        try
        {
            var result = await place.Slot.RunAsync(request with { UserId = place.User }, stop);
            stop.ThrowIfCancellationRequested();
            return result;
        }
        finally
        {
            _free.Writer.TryWrite(place);
        }
    }

    /// <summary>Returns where programs can run.</summary>
    /// <exception cref="ExecutionEndedException">They cannot; the message says why.</exception>
    public async Task DemandAsync()
    {
        if ((await ProofAsync()).Refusal is { } refusal)
        {
            throw new ExecutionEndedException(FailureCause.RequestRefused, refusal);
        }
    }

    public async ValueTask DisposeAsync()
    {
        while (_free.Reader.TryRead(out var place))
        {
            await place.Slot.DisposeAsync();
        }
    }

    /// <summary>Why programs cannot run whatever the machine allows: one sentence; null for nothing.</summary>
    /// <param name="settings">Of the worker.</param>
    /// <param name="slots">Programs that may run at once.</param>
    /// <param name="isRoot">Whether the worker is root.</param>
    /// <param name="ofSystem">Why they cannot run on this system; null for nothing.</param>
    internal static string? RefusalOf(WorkerProgramOptions settings, int slots, bool isRoot, string? ofSystem) =>
        !settings.Allowed ? "User programs are refused: Programs:Allowed is not true for this worker."
        : ofSystem is not null ? ofSystem
        : isRoot && SandboxUsers.WhyNot((uint)settings.FirstUser, slots) is { } fault
            ? $"User programs are refused: {fault} (Programs:FirstUser)."
            : null;

    private async Task<SandboxProof> ProveAsync()
    {
        // Not under the lock, and not on the thread of the first caller.
        await Task.Yield();
        var refusal = RefusalOf(settings, worker.Slots, Environment.IsPrivilegedProcess, SandboxProof.RefusalHere);
        var proof = refusal is null ? await TryAsync() : new(refusal, 0, []);
        if (proof.Holds)
        {
            _places = Math.Max(1, proof.AtOnce(worker.Slots));
            for (var slot = 0; slot < _places; slot++)
            {
                _free.Writer.TryWrite(
                    new(slot, new(command), SandboxUsers.Of((uint)settings.FirstUser, slot, Environment.IsPrivilegedProcess)));
            }

            LogHolds(_places, proof.LandlockAbi);
        }
        else if (settings.Allowed)
        {
            standing.Refuse(proof.Refusal!);
            LogRefused(proof.Refusal!);
        }

        NoteEnd(proof, isTried: refusal is null);
        return proof;
    }

    /// <summary>What the settings refuse stays refused, and where a program got out nothing is tried again.</summary>
    private void NoteEnd(SandboxProof proof, bool isTried)
    {
        if (proof.Holds)
        {
            standing.Allow();
        }
        else if (isTried && !proof.IsBreached)
        {
            lock (_proving)
            {
                _again = (time.GetTimestamp(), ProofRetry.PauseAfter(++_failures));
            }
        }
    }

    private async Task<SandboxProof> TryAsync()
    {
        SandboxProof? proof = null;
        try
        {
            var folder = folders.Create();
            try
            {
                using var late = new CancellationTokenSource(ProofLimit, time);
                proof = await trial(folder, SandboxUsers.Of((uint)settings.FirstUser, 0, Environment.IsPrivilegedProcess), late.Token);
            }
            finally
            {
                await folders.RemoveAsync(folder);
            }

            return proof;
        }
        catch (OperationCanceledException)
        {
            return Refused($"the proof of the sandbox took more than {ProofLimit.TotalSeconds:0} s");
        }
        catch (Exception failure) when (failure is not OutOfMemoryException)
        {
            // Whatever it was may be over the next time, but for a program that got out. What throws here is never tried again.
            return proof is { IsBreached: true } ? proof : Refused($"the sandbox cannot be tried out: {FailureText.FirstLineOf(failure)}");
        }
    }

    private static SandboxProof Refused(string why) => new($"User programs are refused: {why}.", 0, []);

    [LoggerMessage(
        Level = LogLevel.Information, Message = "User programs run on this worker, up to {Places} at once, with Landlock of version {Abi}")]
    private partial void LogHolds(int places, int abi);

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Refusal}")]
    private partial void LogRefused(string refusal);

    private sealed record Place(int Number, SandboxSlot Slot, uint? User);
}

/// <summary>Tries the sandbox out in an empty folder, as a user or null for the worker's own.</summary>
internal delegate Task<SandboxProof> SandboxTrial(string folder, uint? user, CancellationToken cancellation);

/// <summary>Tries the sandbox out before the first task is taken, on a worker that may run programs.</summary>
internal sealed class ProgramProofService(WorkerProgramOptions settings, WorkerOptions worker, ProgramSandbox sandbox) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) =>
        settings.Allowed && worker.Pool == WorkerPool.Bag ? sandbox.ProofAsync() : Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
