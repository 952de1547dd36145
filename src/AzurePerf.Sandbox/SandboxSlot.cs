using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox;

/// <summary>One place for programs, one after the other, with a guard and a launcher kept ready for the next.</summary>
public sealed class SandboxSlot(SandboxCommand command) : IAsyncDisposable
{
    private Task<SandboxGuard>? _ready;

    /// <summary>Starts the first guard. Not awaited, the first program waits for it.</summary>
    public async Task PrepareAsync() => await (_ready ??= SandboxGuard.StartAsync(command, CancellationToken.None));

    /// <summary>Runs a program, and then has the next guard started.</summary>
    public async Task<SandboxResult> RunAsync(SandboxRequest request, CancellationToken cancellation)
    {
        await PrepareAsync();
        await using var guard = await _ready!;
        _ready = null;
        var result = await guard.RunAsync(request, cancellation);
        _ready = SandboxGuard.StartAsync(command, CancellationToken.None);
        return result;
    }

    public async ValueTask DisposeAsync()
    {
        if (_ready is { } ready)
        {
            await (await ready).DisposeAsync();
        }
    }
}
