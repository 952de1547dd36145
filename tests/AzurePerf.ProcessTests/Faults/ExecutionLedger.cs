using System.Globalization;
using AzurePerf.Core.Tasks;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>What the workers of an installation wrote down of the selftest executions that they began.</summary>
/// <param name="folder">Where each process has its file.</param>
internal sealed class ExecutionLedger(string folder)
{
    public string Folder => folder;

    /// <summary>
    /// Every execution of a bag, after a check of the bag's rows against it: no attempt was executed twice, and exactly one execution of each task is the one that
    /// its row accepted.
    /// </summary>
    public async Task<IReadOnlyList<LedgerEntry>> CheckAsync(IReadOnlyList<BenchmarkTask> tasks)
    {
        var entries = await ReadAsync(tasks[0].Key.RunId, tasks[0].Key.Stage);
        Assert.Empty(entries.GroupBy(entry => (entry.Task, entry.Attempt)).Where(same => same.Count() > 1).Select(same => same.Key));
        Assert.All(tasks, task => Assert.Equal(BenchmarkTaskStatus.Done, task.Status));
        var executions = entries.ToLookup(entry => entry.Task);
        Assert.All(tasks, task =>
        {
            Assert.Equal(task.Nonce, Assert.Single(executions[task.Key.Number], entry => entry.Attempt == task.Attempt).Nonce);
            Assert.DoesNotContain(executions[task.Key.Number], entry => entry.Attempt > task.Attempt);
        });
        return entries;
    }

    private async Task<IReadOnlyList<LedgerEntry>> ReadAsync(string runId, StageId stage)
    {
        var entries = new List<LedgerEntry>();
        var number = stage.Number.ToString(CultureInfo.InvariantCulture);
        foreach (var file in Directory.EnumerateFiles(folder))
        {
            using var reader = new StreamReader(new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
            var text = await reader.ReadToEndAsync(TestContext.Current.CancellationToken);
            entries.AddRange(text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(' '))
                .Where(parts => parts[0] == runId && parts[1] == number).Select(Parse));
        }

        return entries;
    }

    private static LedgerEntry Parse(string[] parts) =>
        new(int.Parse(parts[2], CultureInfo.InvariantCulture), int.Parse(parts[3], CultureInfo.InvariantCulture), parts[4]);
}
