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

    /// <summary>Chooses for a connection that is open.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="direct">False for the thread pool.</param>
    /// <returns>Whether it is as chosen.</returns>
    public static bool Choose(NpgsqlConnection connection, bool direct)
    {
        try
        {
            if (ConnectorOf(connection) is { } connector && SocketOf(connector) is { } socket)
            {
                ChooseFor(socket, direct);
                return true;
            }
        }
        catch (Exception absent) when (absent is MissingMemberException or TypeLoadException)
        {
            return !direct;
        }

        return !direct;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Connector")]
    [return: UnsafeAccessorType(ConnectorType)]
    private static extern object? ConnectorOf(NpgsqlConnection connection);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_socket")]
    private static extern ref Socket? SocketOf([UnsafeAccessorType(ConnectorType)] object connector);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "set_PreferInlineCompletions")]
    private static extern void ChooseFor(Socket socket, bool inline);
}
