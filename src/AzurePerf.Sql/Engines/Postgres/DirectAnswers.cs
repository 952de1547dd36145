using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Npgsql;

namespace AzurePerf.Sql.Engines.Postgres;

/// <summary>
/// Has a client go on, on the thread that received its answer, in place of one of the thread pool: ADR 66. Neither .NET nor the driver has
/// a public way to ask for it. Where a version of them has no such members any more, answers go through the pool.
/// </summary>
internal static class DirectAnswers
{
    private const string ConnectorType = "Npgsql.Internal.NpgsqlConnector, Npgsql";

    private static volatile bool _absent;

    /// <summary>Asks for it.</summary>
    /// <param name="connection">One that is open.</param>
    /// <returns>The connection's socket; null where answers go through the pool.</returns>
    public static Socket? TryBegin(NpgsqlConnection connection)
    {
        if (_absent)
        {
            return null;
        }

        try
        {
            var socket = ConnectorOf(connection) is { } connector ? SocketOf(connector) : null;
            if (socket is not null)
            {
                Choose(socket, inline: true);
            }

            return socket;
        }
        catch (Exception absent) when (absent is MissingMemberException or TypeLoadException)
        {
            _absent = true;
            return null;
        }
    }

    /// <summary>From now on, answers go through the pool.</summary>
    /// <param name="socket">As <see cref="TryBegin"/> returned it.</param>
    public static void End(Socket socket) => Choose(socket, inline: false);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Connector")]
    [return: UnsafeAccessorType(ConnectorType)]
    private static extern object? ConnectorOf(NpgsqlConnection connection);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_socket")]
    private static extern ref Socket? SocketOf([UnsafeAccessorType(ConnectorType)] object connector);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "set_PreferInlineCompletions")]
    private static extern void Choose(Socket socket, bool inline);
}
