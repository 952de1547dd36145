using System.ComponentModel;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox;

/// <summary>One place for programs, one after the other, with a guard and a launcher kept ready for the next.</summary>
public sealed class SandboxSlot(SandboxCommand command) : IAsyncDisposable
{
    private Task<SandboxGuard>? _ready;

    /// <summary>Starts the first guard. Not awaited, the first program waits for it.</summary>
    public async Task PrepareAsync()
    {
        if (_ready is null or { IsFaulted: true })
        {
            _ready = StartAsync();
        }

        await _ready;
    }

    /// <summary>Runs a program, and then has the next guard started.</summary>
    public async Task<SandboxResult> RunAsync(SandboxRequest request, CancellationToken cancellation)
    {
        var waiting = await WaitingAsync();
        var result = waiting is null ? null : await RunAsync(waiting, request, cancellation);
        if (result is null or { End: SandboxEnd.NotSetUp, FailedStep: SetUpStep.Launcher })
        {
            result = await StartAndRunAsync(request, cancellation);
        }

        _ready = StartAsync();
        return result;
    }

    public async ValueTask DisposeAsync()
    {
        if (await TakeAsync() is { } guard)
        {
            await guard.DisposeAsync();
        }
    }

    private static async Task<SandboxResult> RunAsync(SandboxGuard guard, SandboxRequest request, CancellationToken cancellation)
    {
        await using (guard)
        {
            return await guard.RunAsync(request, cancellation);
        }
    }

    /// <summary>A guard that the machine does not start, such as without free processes, is no fault of the program.</summary>
    private async Task<SandboxResult> StartAndRunAsync(SandboxRequest request, CancellationToken cancellation)
    {
        try
        {
            return await RunAsync(await StartAsync(), request, cancellation);
        }
        catch (Win32Exception refused)
        {
            return new()
            {
                End = SandboxEnd.NotSetUp,
                FailedStep = SetUpStep.Guard,
                FailedErrno = refused.NativeErrorCode,
                FailedCause = $"its start failed{Errno.With(refused.NativeErrorCode)}",
            };
        }
    }

    private Task<SandboxGuard> StartAsync() => SandboxGuard.StartAsync(command, CancellationToken.None);

    /// <summary>Null when none waits that could run a program. What kept it from starting may be over: a new one is tried.</summary>
    private async Task<SandboxGuard?> WaitingAsync()
    {
        var guard = await TakeAsync();
        if (guard is { IsReady: false })
        {
            await guard.DisposeAsync();
            return null;
        }

        return guard;
    }

    private async Task<SandboxGuard?> TakeAsync()
    {
        var ready = _ready;
        _ready = null;
        if (ready is not null)
        {
            await ((Task)ready).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return ready is { IsCompletedSuccessfully: true } ? await ready : null;
    }
}
