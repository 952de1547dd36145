namespace AzurePerf.Core.Api;

/// <summary>One pool of workers, as its workers' last heartbeats tell. Whether a worker is dead only the TaskManager knows: it removes the rows of those that are.</summary>
/// <param name="Pool">measure or bag.</param>
/// <param name="Workers">Workers with a row that were heard of in the last minute.</param>
/// <param name="Silent">Workers with a row that were not.</param>
/// <param name="Slots">Tasks that the former can execute at once.</param>
/// <param name="Running">Tasks that they execute.</param>
/// <param name="Holding">Of them, workers that take no tasks because of another pool on their host.</param>
/// <param name="Draining">Of them, workers that take no more tasks.</param>
/// <param name="Outstanding">About how many messages the pool's queue holds, those of tasks under way and of all runs included.</param>
/// <param name="NextWaitsSeconds">For how long the message that is likely to be taken next has been in the queue, by the clocks of queue and Web; null when none can be taken now.</param>
public sealed record PoolResponse(string Pool, int Workers, int Silent, int Slots, int Running, int Holding, int Draining, int Outstanding, double? NextWaitsSeconds);
