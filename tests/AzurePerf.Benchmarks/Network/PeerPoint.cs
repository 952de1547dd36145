using System.Diagnostics;
using System.Net;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Network;
using AzurePerf.Probes.Targets.Peer;
using AzurePerf.Testing.Probes;
using AzurePerf.Worker.Execution;

namespace AzurePerf.Benchmarks.Network;

/// <summary>A point of an experiment between two workers, measured as a worker does: by the runner in this process, answered by another process.</summary>
internal sealed class PeerPoint : IAsyncDisposable
{
    private readonly ProbeSelection _selection;
    private readonly Process _peer;
    private readonly ProbeRunner _runner = new(new StorageOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));

    public PeerPoint(string experiment, JsonObject parameters)
    {
        var definition = Shipped.Experiments.Find(experiment)!;
        _selection = definition.SelectProbe(definition.Bind(parameters));
        // By its assembly: the path of this process is its own under "dotnet run" and that of dotnet under "dotnet exec".
        string[] program = ["exec", typeof(PeerPoint).Assembly.Location];
        _peer = Process.Start(new ProcessStartInfo("dotnet", [.. program, AnsweringPeer.Verb, Convert.ToHexString(Key), experiment, parameters.ToJsonString()])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        Endpoint = IPEndPoint.Parse(_peer.StandardOutput.ReadLine() ?? throw new InvalidOperationException("the answering process ended at once"));
    }

    public byte[] Key { get; } = RandomNumberGenerator.GetBytes(32);

    public IPEndPoint Endpoint { get; }

    /// <summary>Measures the point once.</summary>
    /// <exception cref="InvalidOperationException">An operation failed.</exception>
    public async Task<PointResult> MeasureAsync(CancellationToken cancellationToken)
    {
        await using var probe = new ProbeCatalog(BuiltInProbes.All).Create(_selection, new()
        {
            Target = new OpenPeer(new(Key, RandomNumberGenerator.GetBytes(PeerHandshake.SessionLength), () => new([Endpoint]))),
            Register = new UnusedRegister(),
            PointName = "versus",
            Seed = 1,
        });
        var measurement = await _runner.RunAsync(probe, _selection.Options, new(), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        return measurement.Summary.Outcomes.Keys.All(outcome => outcome == OperationOutcome.Ok)
            ? measurement.Result
            : throw new InvalidOperationException("operations failed: " + string.Join(", ", measurement.Summary.FailureMessages.Values));
    }

    public async ValueTask DisposeAsync()
    {
        _peer.StandardInput.Close();
        await _peer.WaitForExitAsync();
        _peer.Dispose();
    }
}
