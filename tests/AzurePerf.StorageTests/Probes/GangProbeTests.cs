using AzurePerf.Core.Experiments;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

[Collection(nameof(ProbeAccountCollection))]
public sealed class GangProbeTests(ProbeAccount account)
{
    private const int OperationsPerClient = 4;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>One of each probe, and all in the night.</summary>
    public static TheoryData<string, MeasurementOptions, long> Cases =>
        Night.IsOn ? EveryProbeTests.Cases : [.. EveryProbeTests.Cases.DistinctBy(row => row.Data.Item1)];

    [Theory]
    [MemberData(nameof(Cases), DisableDiscoveryEnumeration = true)]
    public async Task What_the_first_member_made_serves_the_clients_of_all_members(string probe, MeasurementOptions options, long bytes)
    {
        await using var first = new ProbeSession(account, probe, options, Token);
        await using var second = new ProbeSession(account, probe, options, Token, makesResources: false);
        await first.PrepareAsync();
        var made = await account.ListAsync(Token);
        await second.Probe.PreparePointAsync(Token);

        await RunAsync(first, second, warmUp: true);
        var results = await RunAsync(first, second, warmUp: false);

        Assert.Equal(ProbeSession.Clients * OperationsPerClient, results.Length);
        Assert.All(results, result => Assert.Equal(bytes, result.Bytes));
        Assert.Equal(made, await account.ListAsync(Token));
        Assert.Empty(second.Register.Entries);
        Assert.Equal((2, 1), (first.Target.ConnectionsOpened, second.Target.ConnectionsOpened));
    }

    private static async Task<OperationResult[]> RunAsync(ProbeSession first, ProbeSession second, bool warmUp)
    {
        var results = await Task.WhenAll(
            first.RunAsync(ClientShare.Of(ProbeSession.Clients, 0, 2), OperationsPerClient, warmUp),
            second.RunAsync(ClientShare.Of(ProbeSession.Clients, 1, 2), OperationsPerClient, warmUp));
        return [.. results.SelectMany(ofMember => ofMember)];
    }
}
