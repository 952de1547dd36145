using System.Runtime.ExceptionServices;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>What a comparison has started or made, to be ended together: the last first, and each whatever became of the others.</summary>
internal sealed class StartedParts : IAsyncDisposable
{
    private readonly Stack<object> _parts = [];

    /// <summary>Starts a session, and ends all its parts where that fails or is interrupted.</summary>
    /// <param name="start">Adds each part as soon as it is there; the session disposes them later.</param>
    public static async ValueTask<IVersusSession> StartAsync(Func<StartedParts, Task<IVersusSession>> start)
    {
        var parts = new StartedParts();
        try
        {
            return await start(parts);
        }
        catch
        {
            await parts.EndAllAsync();
            throw;
        }
    }

    /// <summary>Takes over a part, an <see cref="IAsyncDisposable"/> or an <see cref="IDisposable"/>.</summary>
    public T Add<T>(T part)
        where T : class
    {
        _parts.Push(part);
        return part;
    }

    public async ValueTask DisposeAsync()
    {
        if (await EndAllAsync() is { } first)
        {
            ExceptionDispatchInfo.Throw(first);
        }
    }

    /// <returns>The first that was thrown; null where nothing was.</returns>
    private async ValueTask<Exception?> EndAllAsync()
    {
        Exception? first = null;
        while (_parts.TryPop(out var part))
        {
            try
            {
                await EndAsync(part);
            }
            catch (Exception exception)
            {
                first ??= exception;
            }
        }

        return first;
    }

    private static async ValueTask EndAsync(object part)
    {
        if (part is IAsyncDisposable patient)
        {
            await patient.DisposeAsync();
        }
        else
        {
            ((IDisposable)part).Dispose();
        }
    }
}
