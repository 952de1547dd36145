using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Api;

/// <summary>How far one stage is.</summary>
/// <param name="Stage">Which one.</param>
/// <param name="Status">waiting, open or closed.</param>
/// <param name="Tasks">Its tasks.</param>
/// <param name="Finished">Tasks that are terminal.</param>
/// <param name="Failed">Of them, those without a result.</param>
public sealed record StageResponse(
    StageKind Stage, [property: JsonPropertyName("state")] StageStatus Status, int Tasks, int Finished, int Failed)
{
    public static StageResponse From(StageState stage) => new(
        stage.Kind,
        stage.Closed ? StageStatus.Closed : stage.Open ? StageStatus.Open : StageStatus.Waiting,
        stage.Total,
        stage.Finished,
        stage.Failed);
}

/// <summary>Whether a stage hands out tasks.</summary>
public enum StageStatus
{
    /// <summary>An earlier stage is not closed yet.</summary>
    Waiting,

    /// <summary>Its tasks are handed out.</summary>
    Open,

    /// <summary>All its tasks are terminal.</summary>
    Closed,
}
