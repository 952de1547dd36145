using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Tables;

/// <summary>Each client deletes entities of its own, made before the measurement.</summary>
public sealed record TableDeleteOptions : TableChangeOptions
{
    /// <summary>The entities that it deletes are inserted before, by transactions.</summary>
    [JsonIgnore]
    public override double RequestsBefore =>
        SharesTable ? base.RequestsBefore : RequestsOfOwnEntities((double)Clients * OperationsPerClient);

    /// <summary>Each connection has one entity to warm up with, which is put back.</summary>
    [JsonIgnore]
    public override double WarmUpRequestsPerOperation => 2;

    /// <summary>A delete names its entity and moves none.</summary>
    protected override long PayloadBytes => 0;

    protected override OperationPace Pace => OperationPace.TableDelete;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<TableDeleteOptions>(
        "table.delete",
        "Table delete",
        "How many deletes per second does one table partition take from N clients, each removing its own entities?",
        "deletes",
        "Hill et al. 2010, figure 2 and table 1; Hill et al. 2011, figure 2",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new { entityBytes = new[] { 1_024, 4_096, 16_384, 65_536 }, operationsPerClient = 500, datasetEntities = 220_000 },
            reduced: new { entityBytes = new[] { 1_024, 4_096, 16_384, 65_536 }, operationsPerClient = 50, datasetEntities = 2_000 },
            quick: new { entityBytes = 4_096 }));

    /// <summary>Those of each client are inserted by transactions of their own.</summary>
    protected override double RequestsOfOwnEntities(double measured) =>
        Clients * Math.Ceiling(OperationsPerClient / (double)EntitiesPerRequest);

    public override IEnumerable<ParameterFault> Faults() => base.Faults().Concat(NeedsOperationCount());
}
