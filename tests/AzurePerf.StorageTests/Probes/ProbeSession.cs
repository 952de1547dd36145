using AzurePerf.Core.Experiments;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.StorageTests.Probes;

/// <summary>One probe over the account, driven as the runner drives it, and cleaned up as the engine does it.</summary>
internal sealed class ProbeSession : IAsyncDisposable
{
    public const int Clients = 3;
    public const int Seed = 42;
    public const string Dataset = "azptestd0a1";
    public const string Point = "azptestp1a1";

    private readonly CancellationToken _cancellationToken;

    public ProbeSession(
        ProbeAccount account, string probe, MeasurementOptions options, CancellationToken cancellationToken, string point = Point, bool makesResources = true, string mark = "0011",
        StorageAccountAddress? through = null)
    {
        _cancellationToken = cancellationToken;
        Register = new(account);
        Target = StorageTarget.Open(through ?? account.Address, Clients, options.LanesPerClient, TimeSpan.FromSeconds(options.OperationTimeoutSeconds));
        var scope = new ProbeScope
        {
            Target = Target,
            Register = Register,
            DatasetName = options.Dataset() is null ? null : Dataset,
            PointName = point,
            PointMark = mark,
            Seed = Seed,
            MakesResources = makesResources,
        };
        Probe = (IProbe)new ProbeCatalog(BuiltInProbes.All).Create(new(probe, options), scope);
    }

    public CheckingRegister Register { get; }

    public StorageTarget Target { get; }

    public IProbe Probe { get; }

    public async Task PrepareAsync()
    {
        await Probe.PrepareDatasetAsync(_cancellationToken);
        await Probe.PreparePointAsync(_cancellationToken);
    }

    public async Task<OperationResult> ExecuteAsync(int client, long index, bool warmUp = false) =>
        await Probe.ExecuteAsync(new(client, index, warmUp), _cancellationToken);

    /// <summary>Lets all clients at once perform operations one after the other, each with its follow-up.</summary>
    public Task<OperationResult[]> RunAsync(int operationsPerClient, bool warmUp = false) => RunAsync(ClientShare.All(Clients), operationsPerClient, warmUp);

    /// <summary>The same for some of the clients.</summary>
    public async Task<OperationResult[]> RunAsync(ClientShare share, int operationsPerClient, bool warmUp = false)
    {
        var results = await Task.WhenAll(Enumerable.Range(share.First, share.Count).Select(client => RunClientAsync(client, operationsPerClient, warmUp)));
        return [.. results.SelectMany(ofClient => ofClient)];
    }

    public async Task RemoveAsync()
    {
        foreach (var (kind, name) in Register.Entries)
        {
            await Target.RemoveAsync(kind, name, _cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await RemoveAsync();
        await Probe.DisposeAsync();
        Target.Dispose();
    }

    private async Task<List<OperationResult>> RunClientAsync(int client, int operations, bool warmUp)
    {
        var results = new List<OperationResult>();
        for (var index = 0; index < operations; index++)
        {
            results.Add(await ExecuteAsync(client, index, warmUp));
            await Probe.FollowUpAsync(new(client, index, warmUp), _cancellationToken);
        }

        return results;
    }
}
