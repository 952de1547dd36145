using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Bags;

/// <summary>What a look through all rows of a bag found, but for the tasks that are done.</summary>
/// <param name="created">Tasks that were made when it began: those made since may be missing.</param>
internal sealed class BagScan(int created)
{
    public int Created => created;

    public List<BenchmarkTask> Running { get; } = [];

    /// <summary>Due or not.</summary>
    public List<BenchmarkTask> Ready { get; } = [];

    /// <summary>Tasks whose failure budget is used up.</summary>
    public int Dead { get; private set; }

    /// <summary>Tasks that are not terminal.</summary>
    public int Open => Running.Count + Ready.Count;

    /// <summary>Messages that they need.</summary>
    public int Messages => BagBundles.Of(Running.Concat(Ready)).Count;

    /// <summary>The same of those that were made when it began: at that time they needed as many or more.</summary>
    public int MessagesBefore => BagBundles.Of(Running.Concat(Ready).Where(task => task.Key.Number < created)).Count;

    public void Add(BenchmarkTask task)
    {
        switch (task.Status)
        {
            case BenchmarkTaskStatus.Running:
                Running.Add(task);
                break;
            case BenchmarkTaskStatus.Ready:
                Ready.Add(task);
                break;
            case BenchmarkTaskStatus.Dead:
                Dead++;
                break;
            case BenchmarkTaskStatus.Cancelled:
                break;
            default:
                throw new InvalidDataException($"task {task.Key} of a bag is {task.Status}, which no bag task can be");
        }
    }
}
