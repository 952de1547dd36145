using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Targets;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Testing.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Benchmarks.Harness;

/// <summary>What the runner costs: the same requests of the same client objects through it and by a loop around them.</summary>
internal sealed class HarnessVersus : IVersusEntry
{
    private const double ShareAllowed = 1.03;
    private const double MicrosecondsAllowed = 5;
    private const double ThroughputWanted = 0.97;
    private const int StubRequests = 16_000;
    private const int StubSlices = 4;
    private const int EmulatorRequests = 640;
    private static readonly int[] Levels = [1, 16, 64];

    public string Name => "harness";

    public string Unit => "us";

    public Preference Better => Preference.Lower;

    public string Goal => "<= 1.03 in processor time and <= 5 us more per operation at each number of clients; on the emulator no cell's ops/s wholly below 0.97";

    public string Setup => "processor time of the process per download of 1 KB from a stub in it, over loopback, at 1, 16 and 64 clients, 16,000 each time in four alternating parts, the mean of the three; ours through the "
        + "runner, theirs a loop of awaits per client over the same client objects, both after 50 operations per client and a collection. cells: ops/s ours over theirs on the emulator, 640 requests each time. With a "
        + "worker's telemetry in the process where OTEL_EXPORTER_OTLP_ENDPOINT is set";

    public int FewestPairs => 15;

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("node", "apt-get install nodejs npm")];

    public async ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var stub = await LoopbackService.StartAsync(BlobStub.AnswerAsync, cancellationToken);
        var server = await AzuriteServer.StartAsync("harness", cancellationToken);
        var emulator = StorageAccountAddress.Parse(server.ConnectionString);
        ClientOperation[] operations = [ClientOperation.BlobGet, ClientOperation.TableQuery, ClientOperation.QueuePeek];
        using var target = StorageTarget.Open(emulator, 0, 1, TimeSpan.FromSeconds(60));
        foreach (var operation in operations)
        {
            await operation.Prepare(target, cancellationToken);
        }

        return new Session(
            stub,
            server,
            await StartTelemetryAsync(cancellationToken),
            [.. Levels.Select(level => new HarnessPairing("stub", new HarnessCell(stub.Address, ClientOperation.BlobGet, level, StubRequests / StubSlices), StubSlices))],
            [.. operations.SelectMany(operation => Levels.Select(level => new HarnessPairing(operation.Name, new HarnessCell(emulator, operation, level, EmulatorRequests), slices: 1)))]);
    }

    /// <summary>The telemetry of a worker, in this process, where the settings name a collector; null where they do not.</summary>
    private static async Task<WebApplication?> StartTelemetryAsync(CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateSlimBuilder();
        if (TelemetrySetup.ReadCollector(builder.Configuration) is null)
        {
            return null;
        }

        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.AddTelemetry(new HostIdentity("worker", "benchmark"));
        var host = builder.Build();
        await host.StartAsync(cancellationToken);
        return host;
    }

    private sealed class Session(LoopbackService stub, AzuriteServer server, WebApplication? telemetry, IReadOnlyList<HarnessPairing> onStub, IReadOnlyList<HarnessPairing> onEmulator) : IVersusSession
    {
        private (Turn Turn, double Ours, double Theirs)? _measured;

        public string? Tool => null;

        public MeasureSide Ours => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, oursFirst: true, cancellationToken)).Ours;

        public MeasureSide? Theirs => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, oursFirst: false, cancellationToken)).Theirs;

        public bool? MeetsGoal(VersusFigures figures) =>
            onStub.All(pairing => pairing.ProcessorRatio.Median <= ShareAllowed && pairing.ExtraMicroseconds.Median <= MicrosecondsAllowed)
            && onEmulator.All(pairing => pairing.ThroughputRatio.High >= ThroughputWanted);

        public JsonObject ExtraFields() => new()
        {
            ["telemetry"] = telemetry is not null,
            ["extraMicroseconds"] = VersusJson.Rounded(onStub.Max(pairing => pairing.ExtraMicroseconds.Median)),
            ["stub"] = ByLevel(onStub, pairing => new JsonObject
            {
                ["processorRatio"] = VersusJson.Of(pairing.ProcessorRatio),
                ["extraMicroseconds"] = VersusJson.Of(pairing.ExtraMicroseconds),
                ["throughputRatio"] = VersusJson.Of(pairing.ThroughputRatio),
            }),
            ["cells"] = new JsonObject(onEmulator.GroupBy(pairing => pairing.Name).Select(same =>
                KeyValuePair.Create<string, JsonNode?>(same.Key, ByLevel(same, pairing => VersusJson.Of(pairing.ThroughputRatio))))),
        };

        public async ValueTask DisposeAsync()
        {
            foreach (var pairing in onStub.Concat(onEmulator))
            {
                pairing.Cell.Dispose();
            }

            if (telemetry is not null)
            {
                await telemetry.DisposeAsync();
            }

            await stub.DisposeAsync();
            await server.DisposeAsync();
        }

        private static JsonObject ByLevel(IEnumerable<HarnessPairing> pairings, Func<HarnessPairing, JsonNode?> of) =>
            new(pairings.Select(pairing => KeyValuePair.Create(pairing.Cell.Clients.ToString(CultureInfo.InvariantCulture), of(pairing))));

        /// <summary>Whichever side is asked for first in a turn has both measured, cell by cell: between a cell's two readings lie seconds, and the machine stays what it is.</summary>
        private async ValueTask<(double Ours, double Theirs)> MeasureOnceAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
        {
            if (_measured?.Turn == turn)
            {
                return (_measured.Value.Ours, _measured.Value.Theirs);
            }

            foreach (var pairing in onEmulator.Concat(onStub))
            {
                await pairing.MeasureAsync(oursFirst, cancellationToken);
            }

            _measured = (turn, onStub.Average(pairing => pairing.Ours[^1].ProcessorMicroseconds), onStub.Average(pairing => pairing.Theirs[^1].ProcessorMicroseconds));
            if (turn.IsWarmUp)
            {
                foreach (var pairing in onEmulator.Concat(onStub))
                {
                    pairing.Forget();
                }
            }

            return (_measured.Value.Ours, _measured.Value.Theirs);
        }
    }
}
