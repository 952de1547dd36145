using System.Globalization;

namespace AzurePerf.Core.Tasks;

/// <summary>Which task of which stage of which run.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Stage">The stage.</param>
/// <param name="Number">From 0 inside the stage.</param>
/// <param name="Shard">The partition its row is in; stages of up to 1,000 tasks have one.</param>
public sealed record TaskKey(string RunId, StageId Stage, int Number, int Shard = 0)
{
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{RunId}/{Stage}/{Number}");
}
