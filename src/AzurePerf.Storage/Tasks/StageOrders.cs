using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Tasks;

/// <summary>
/// The orders of tasks, in blobs of as many as a block of rows has: a task's row stays small. Each try at planning writes under an id of
/// its own and never over another's; which one counts is in the stage's row, written after all of them.
/// </summary>
public sealed class StageOrders(IBlobStore blobs)
{
    /// <summary>Characters that one order may have.</summary>
    public const int MostCharacters = 32 * 1024;

    /// <summary>Characters that all orders of one plan may have together.</summary>
    public const long MostCharactersOfPlan = 1_000_000_000;

    /// <summary>Stores the orders of one block.</summary>
    /// <param name="stage">The stage.</param>
    /// <param name="planId">Of this try at planning it.</param>
    /// <param name="block">From 0.</param>
    /// <param name="orders">One for each task of the block: <see cref="TaskSharding.BlockTasks"/>, or fewer in the last.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public Task PutAsync(StageState stage, string planId, int block, IReadOnlyList<string> orders, CancellationToken cancellationToken) =>
        blobs.PutAsync(NameOf(stage, planId, block), BinaryData.FromBytes(JsonSerializer.SerializeToUtf8Bytes(orders, RowJson.Options)),
            cancellationToken);

    /// <summary>The orders of the block that a task is in.</summary>
    /// <param name="stage">A stage that has been planned.</param>
    /// <param name="task">The task's number.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <exception cref="InvalidDataException">They are gone, or no orders of this stage.</exception>
    public async Task<IReadOnlyList<string>> ReadAsync(StageState stage, int task, CancellationToken cancellationToken)
    {
        var block = task / TaskSharding.BlockTasks;
        var name = NameOf(stage, stage.PlanId, block);
        var blob = await blobs.FindAsync(name, cancellationToken) ?? throw new InvalidDataException($"the orders in {name} are gone");
        try
        {
            var orders = JsonSerializer.Deserialize<string[]>(blob, RowJson.Options) ?? [];
            return orders.Length == Math.Min(TaskSharding.BlockTasks, stage.Total - (block * TaskSharding.BlockTasks))
                ? orders
                : throw new InvalidDataException($"{name} holds {orders.Length} orders, and stage {stage.Name} has {stage.Total} tasks");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"the orders in {name} cannot be read: {exception.Message}", exception);
        }
    }

    private static string NameOf(StageState stage, string planId, int block) =>
        string.Create(CultureInfo.InvariantCulture, $"{stage.RunId}/{stage.Id.Number:D2}/plan-{planId}/{block:D6}.json");
}
