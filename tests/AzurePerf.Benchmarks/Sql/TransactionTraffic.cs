using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Testing.Network;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>What one transaction sends to a server, counted over a relay.</summary>
/// <param name="RoundTrips">How often the client waits for the server.</param>
/// <param name="Messages">Messages of the protocol.</param>
/// <param name="Statements">How often each text is performed.</param>
internal sealed record TransactionTraffic(double RoundTrips, double Messages, IReadOnlyDictionary<string, double> Statements)
{
    private const int Few = 10;
    private const int Counted = 100;

    /// <summary>Counts it: what many transactions send more than few, so that signing in and preparing are left out.</summary>
    /// <param name="server">The port of the server on this machine.</param>
    /// <param name="perform">Is told a port and how many transactions one client performs there.</param>
    public static async Task<TransactionTraffic> CountAsync(int server, Func<int, int, Task> perform)
    {
        using var relay = new PostgresRelay(new(IPAddress.Loopback, server));
        await perform(relay.Endpoint.Port, Few);
        var few = relay.Traffic;
        await perform(relay.Endpoint.Port, Few + Counted);
        var both = relay.Traffic;
        return new(
            PerTransaction(both.RoundTrips - (2 * few.RoundTrips)),
            PerTransaction(both.Messages - (2 * few.Messages)),
            both.Statements
                .Select(text => (text.Key, Times: PerTransaction(text.Value - (2 * few.Statements.GetValueOrDefault(text.Key)))))
                .Where(text => text.Times > 0)
                .ToDictionary(text => text.Key, text => text.Times, StringComparer.Ordinal));
    }

    /// <summary>True where both perform the same statements in as many round trips.</summary>
    public bool IsLike(TransactionTraffic other) =>
        RoundTrips == other.RoundTrips && Statements.Count == other.Statements.Count && !Statements.Except(other.Statements).Any();

    public JsonObject ToJson() => new()
    {
        ["roundTrips"] = RoundTrips,
        ["statements"] = Statements.Values.Sum(),
        ["messages"] = Messages,
    };

    public override string ToString()
    {
        var statements = Statements.Select(text => FormattableString.Invariant($"{text.Value} x {text.Key}"));
        return FormattableString.Invariant($"{RoundTrips} round trips, {Messages} messages: {string.Join("; ", statements)}");
    }

    // A connection that ends may be heard of a little later.
    private static double PerTransaction(long count) => Math.Round((double)count / Counted, 1);
}
