using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;

namespace AzurePerf.Worker.Peers;

/// <summary>Ends connections to a web service that have proved nothing within a second, or earlier when others come.</summary>
internal sealed class RpcConnectionLimiter(int places, TimeProvider time)
{
    public static readonly TimeSpan ProofLimit = TimeSpan.FromSeconds(1);

    /// <summary>Where a connection that has proved nothing is found among its own items.</summary>
    private static readonly object Waiting = new();

    private readonly Lock _lock = new();
    private readonly UnauthenticatedConnections<ConnectionContext> _unauthenticated = new(places, static connection => connection.Abort());

    /// <summary>Serves a connection to its end.</summary>
    public async Task ServeAsync(ConnectionDelegate next, ConnectionContext connection)
    {
        connection.Items[Waiting] = connection;
        lock (_lock)
        {
            _unauthenticated.Add(connection);
        }

        await using var late = time.CreateTimer(_ => EndUnauthenticated(connection), null, ProofLimit, Timeout.InfiniteTimeSpan);
        try
        {
            await next(connection);
        }
        finally
        {
            Remove(connection);
        }
    }

    /// <summary>Whether the connection of a request has proved itself before.</summary>
    public static bool HasPassed(HttpContext context) => !ItemsOf(context).ContainsKey(Waiting);

    /// <summary>The connection of a request has proved itself, and stays.</summary>
    public void Pass(HttpContext context)
    {
        if (ItemsOf(context).Remove(Waiting, out var connection))
        {
            Remove((ConnectionContext)connection!);
        }
    }

    private static IDictionary<object, object?> ItemsOf(HttpContext context) =>
        context.Features.GetRequiredFeature<IConnectionItemsFeature>().Items;

    private void EndUnauthenticated(ConnectionContext connection)
    {
        if (Remove(connection))
        {
            connection.Abort();
        }
    }

    private bool Remove(ConnectionContext connection)
    {
        lock (_lock)
        {
            return _unauthenticated.Remove(connection);
        }
    }
}
