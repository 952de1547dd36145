using System.Text;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets.Machine;
using AzurePerf.Probes.Targets.Peer;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Testing.Probes;
using Xunit;

namespace AzurePerf.UnitTests.Probes;

public sealed class ProbeCatalogTests : IDisposable
{
    private readonly StorageTarget _target = StorageTarget.Open(StorageAccountAddress.Parse("UseDevelopmentStorage=true"), 1, 1, TimeSpan.FromSeconds(1));

    public static TheoryData<string> Experiments => [.. Measuring.Select(definition => definition.Id)];

    private static IEnumerable<ExperimentDefinition> Measuring => Shipped.Experiments.All.Where(definition => !definition.IsBag);

    public void Dispose() => _target.Dispose();

    [Fact]
    public void Names_are_sorted_and_unique() => Assert.Equal(BuiltInProbes.All.Select(probe => probe.Name).Distinct().Order(StringComparer.Ordinal), BuiltInProbes.All.Select(probe => probe.Name));

    [Theory]
    [MemberData(nameof(Experiments))]
    public async Task Every_selection_of_every_preset_has_its_probe(string experiment)
    {
        var definition = Shipped.Experiments.Find(experiment)!;
        foreach (var selection in definition.Presets.SelectMany(preset => Selections(definition, preset.Name)))
        {
            await using var probe = new ProbeCatalog(BuiltInProbes.All).Create(selection, Scope(definition.Target!.Id));
            Assert.Equal(definition.Target?.Id == "machine" || definition.Id == "tcp.rtt", probe.KeepsMachineBusy);
            Assert.InRange(probe.PlannedWireRequests, definition.Target?.Id is "machine" or "sql" ? 0 : 1, 50_001);
        }
    }

    [Fact]
    public void Every_probe_is_selected_by_some_experiment()
    {
        var selected = Measuring.SelectMany(definition => definition.Presets.SelectMany(preset => Selections(definition, preset.Name)));
        Assert.Equal(BuiltInProbes.All.Select(probe => probe.Name), selected.Select(selection => selection.Probe).Distinct().Order(StringComparer.Ordinal));
    }

    [Fact]
    public void An_unknown_name_is_refused_with_the_known_ones()
    {
        var failure = Assert.Throws<ArgumentException>(() => new ProbeCatalog(BuiltInProbes.All).Create(new("blob.burn", new BlobUploadOptions()), Scope()));
        Assert.Contains("blob.burn; known are blob.download, blob.upload", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Options_of_another_probe_are_refused()
    {
        var failure = Assert.Throws<ArgumentException>(() => new ProbeCatalog(BuiltInProbes.All).Create(new("blob.upload", new QueueAddOptions()), Scope()));
        Assert.Contains("blob.upload takes BlobUploadOptions, not QueueAddOptions", failure.Message, StringComparison.Ordinal);
    }

    private static IEnumerable<ProbeSelection> Selections(ExperimentDefinition definition, string preset)
    {
        var request = Encoding.UTF8.GetBytes($$"""{ "experiment": "{{definition.Id}}", "preset": "{{preset}}" }""");
        var reading = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default", "sql:database"), new SeededIdSource(1)).Read(request);
        return RunPlanner.Combinations(definition, reading.Spec!).Select(levels => definition.SelectProbe(RunPlanner.Bind(definition, reading.Spec!, levels)));
    }

    private ProbeScope Scope(string kind = "account") => new()
    {
        Target = kind switch
        {
            "account" => _target,
            "machine" => new OpenMachine("nowhere"),
            "sql" => new SqliteTarget("AZUREPERF_TARGET_DATABASE", "/nowhere", TimeSpan.FromSeconds(15)),
            _ => new OpenPeer(new([], [], () => new([]))),
        },
        Register = new UnusedRegister(),
        DatasetName = "d",
        PointName = "p",
        Seed = 1,
    };
}
