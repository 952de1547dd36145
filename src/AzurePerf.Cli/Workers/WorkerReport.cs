using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Workers;

/// <summary>Pools and workers for people and for programs.</summary>
internal static class WorkerReport
{
    public static string Table(WorkerListResponse list, Sheet sheet)
    {
        var lines = list.Pools.SelectMany(pool => sheet.Wrap(PoolText.Of(pool))).ToList();
        if (list.Workers.Count > 0)
        {
            lines.AddRange(["", .. WorkersOf(list).Lines(sheet), .. list.Workers.SelectMany(worker => Notes(worker, sheet))]);
        }

        return string.Concat(lines.Select(line => line + "\n"));
    }

    /// <summary>One line per worker and task that it executes; one without task cells for an idle worker.</summary>
    public static string Csv(IReadOnlyList<WorkerResponse> workers)
    {
        var csv = new CsvText(
            "workerId", "pool", "hostId", "sku", "build", "slots", "startedAt", "heartbeatAgeSeconds", "requests", "holding", "draining",
            "runId", "stage", "task", "attempt", "phase", "elapsedSeconds", "stopReason");
        foreach (var worker in workers)
        {
            foreach (var task in worker.Running.DefaultIfEmpty())
            {
                csv.Add(
                    worker.WorkerId, worker.Pool, worker.HostId, worker.Sku, worker.Build, worker.Slots, worker.StartedAt,
                    worker.HeartbeatAgeSeconds, worker.Requests,
                    worker.Holding, worker.Draining, task?.RunId, task?.Stage, task?.Task, task?.Attempt, task?.Phase, task?.ElapsedSeconds,
                    task?.StopReason);
            }
        }

        return csv.ToString();
    }

    private static TextTable WorkersOf(WorkerListResponse list)
    {
        var table = new TextTable(
            new("worker"), new("pool"), new("host") { IsName = true }, new("heartbeat", RightAligned: true),
            new("slots", RightAligned: true), new("in use", RightAligned: true), new("state"), new("build") { IsName = true });
        foreach (var worker in list.Workers)
        {
            table.Add(
                worker.WorkerId, worker.Pool, worker.HostId,
                NumberFormat.Duration(TimeSpan.FromSeconds(worker.HeartbeatAgeSeconds)) + " ago",
                NumberFormat.Count(worker.Slots), NumberFormat.Count(worker.Running.Count), WorkerText.State(worker),
                worker.Build);
        }

        return table;
    }

    private static IEnumerable<string> Notes(WorkerResponse worker, Sheet sheet) =>
        (worker.Holding ? [$"holds: {worker.HoldingReason}"] : Array.Empty<string>())
        .Concat(worker.ProgramRefusal.Length > 0 ? [worker.ProgramRefusal] : [])
        .Concat(worker.Running.Select(WorkerText.Task))
        .SelectMany(note => sheet.Wrap($"{worker.WorkerId}: {note}"));
}
