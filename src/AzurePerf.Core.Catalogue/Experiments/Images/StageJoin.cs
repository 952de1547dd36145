using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>Brings what was planned together with what its tasks brought; both come in the order of the tasks.</summary>
internal static class StageJoin
{
    /// <summary>Each planned thing with what its task brought; null where the task failed, or there was none.</summary>
    /// <param name="planned">In the order of the tasks.</param>
    /// <param name="products">Of the tasks, in their order.</param>
    /// <param name="isTask">Whether a planned thing is a task; null where all are.</param>
    public static async IAsyncEnumerable<(T Planned, MadeProduct? Made)> OfAsync<T>(
        IAsyncEnumerable<T> planned, IAsyncEnumerable<TaskProduct> products, Func<T, bool>? isTask = null)
    {
        await using var next = products.GetAsyncEnumerator();
        var has = await next.MoveNextAsync();
        var number = 0;
        await foreach (var one in planned)
        {
            if (isTask?.Invoke(one) == false)
            {
                yield return (one, null);
                continue;
            }

            while (has && next.Current.Task < number)
            {
                has = await next.MoveNextAsync();
            }

            yield return (one, has && next.Current.Task == number ? ImageOrder.ReadProduct<MadeProduct>(next.Current.Result) : null);
            number++;
        }
    }
}
