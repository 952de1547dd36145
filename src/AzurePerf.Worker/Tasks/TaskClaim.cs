using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Tasks;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>Turns a message into a claimed task, or into nothing. A message is deleted only if its row is terminal or missing, or its run
/// has ended.</summary>
internal sealed class TaskClaim(
    TaskQueue queue,
    TaskMessageReader reading,
    OrderMessages orders,
    RunCache runCache,
    TaskStore tasks,
    ControlPlaneRetry requests,
    WorkerPresence presence,
    EngineTimes times,
    IIdSource ids,
    TimeProvider time)
{
    /// <summary>The tasks that this worker now executes, in the order of their numbers; none when the message led to none. Only a message
    /// of a bag leads to several.</summary>
    public async Task<IReadOnlyList<BenchmarkTask>> TryClaimAsync(ReceivedMessage message, CancellationToken cancellationToken)
    {
        if (await reading.ReadAsync(message, cancellationToken) is not { } hint)
        {
            return [];
        }

        if (hint.Avoid == presence.WorkerId)
        {
            // Left to others once. Where there are none it must not wait for ever: the next time it is like any other.
            await queue.Tasks.TryHideAsync(
                message with { Text = MessageText.Write(hint with { Avoid = null }) }, times.WorkerRead, cancellationToken);
            return [];
        }

        var key = TaskMessageReader.KeyOf(hint);
        return key.Stage.Shape == StageShape.Bag
            ? await TryClaimOfBagAsync(key, hint, message, cancellationToken)
            : ListOf(await TryClaimOfRunAsync(key, message, cancellationToken));
    }

    private static IReadOnlyList<BenchmarkTask> ListOf(BenchmarkTask? task) => task is null ? [] : [task];

    private async Task<BenchmarkTask?> TryClaimOfRunAsync(TaskKey key, ReceivedMessage message, CancellationToken cancellationToken)
    {
        var run = await runCache.ReadAsync(key.RunId, cancellationToken);
        return await IsSettledAsync(MessageDecisions.ByRun(run, key.Stage.Kind, presence.Build), message, cancellationToken)
            ? null
            : await TryClaimReadAsync(key, message, cancellationToken);
    }

    /// <summary>True when it is said what becomes of the message without its task, and that was done.</summary>
    private async Task<bool> IsSettledAsync(MessageStep step, ReceivedMessage message, CancellationToken cancellationToken)
    {
        switch (step)
        {
            case MessageStep.Delete:
                await queue.Tasks.TryDeleteAsync(message, cancellationToken);
                return true;
            case MessageStep.PassOn:
                await reading.PassOnAsync(message, cancellationToken);
                return true;
            default:
                return false;
        }
    }

    /// <summary>The message carries the ETag of the Ready row and how often its task was stopped for its time, so that an ordinary claim
    /// needs no read.</summary>
    private async Task<IReadOnlyList<BenchmarkTask>> TryClaimOfBagAsync(
        TaskKey key, TaskMessage hint, ReceivedMessage message, CancellationToken cancellationToken)
    {
        var run = await runCache.FindAsync(key.RunId, cancellationToken);
        if (await IsSettledAsync(MessageDecisions.ByRun(run, key.Stage.Kind, presence.Build), message, cancellationToken))
        {
            return [];
        }

        if (await orders.TryPassOnAsync(run!, key, hint, message, cancellationToken))
        {
            return [];
        }

        var ready = new BenchmarkTask
        {
            Key = key,
            Order = new(),
            Attempt = hint.Attempt,
            Failures = new() { TimedOut = hint.TimedOut ?? 0 },
            ETag = hint.ETag,
        };
        if (hint.With is null)
        {
            var claimed = Claimed(ready);
            return ListOf(await requests.RepeatAsync(() => tasks.TryClaimUnreadAsync(claimed, cancellationToken), cancellationToken)
                ?? await TryClaimReadAsync(key, message, cancellationToken, claimed.Nonce));
        }

        BenchmarkTask[] all =
        [
            .. hint.Tasks.Select(one => Claimed(
                ready with { Key = key with { Number = one.Task }, ETag = one.ETag, Bundle = key.Number })),
        ];
        return await requests.RepeatAsync(() => tasks.TryClaimAllUnreadAsync(all, cancellationToken), cancellationToken)
            ?? await TryClaimReadAsync(all, message, cancellationToken);
    }

    private BenchmarkTask Claimed(BenchmarkTask ready) =>
        TaskTransitions.Claim(ready, presence.WorkerId, ids.NewId(), time.GetUtcNow(), presence.Sku)!;

    /// <summary>Those of several tasks that are still to be had. One of them was changed since the message was put, and the service names
    /// one at a time only; or the claim was stored and its answer was lost.</summary>
    private async Task<IReadOnlyList<BenchmarkTask>> TryClaimReadAsync(
        BenchmarkTask[] claimed, ReceivedMessage message, CancellationToken cancellationToken)
    {
        while (true)
        {
            var rows = await requests.RepeatAsync(() => ReadAsync(claimed, cancellationToken), cancellationToken);
            var steps = claimed.ToLookup(
                task => MessageDecisions.ByBundledRow(rows.GetValueOrDefault(task.Key.Number), task.Nonce),
                task => rows.GetValueOrDefault(task.Key.Number));
            if (steps[MessageStep.Execute].Any())
            {
                // The claim of all of them is one transaction.
                return [.. steps[MessageStep.Execute].Select(task => task!)];
            }

            if (!steps[MessageStep.Take].Any())
            {
                BenchmarkTask[] alone = [.. rows.Values.Where(row => row.Status == BenchmarkTaskStatus.Ready)];
                await GiveOnAsync(alone, message, cancellationToken);
                if (steps.All(step => step.Key == MessageStep.Delete))
                {
                    await queue.Tasks.TryDeleteAsync(message, cancellationToken);
                }
                else if (alone.Length == 0)
                {
                    await reading.PassOnAsync(message, cancellationToken);
                }

                return [];
            }

            claimed = [.. steps[MessageStep.Take].Select(task => Claimed(task!))];
            if (await requests.RepeatAsync(() => tasks.TryReplaceAllAsync(claimed, cancellationToken), cancellationToken) is { } stored)
            {
                return stored;
            }
        }
    }

    /// <summary>What is handed out alone by now has a message of its own, unless whoever made it Ready died before it put one: the message
    /// of several becomes that of the first of these, and the others get one.</summary>
    private async Task GiveOnAsync(BenchmarkTask[] alone, ReceivedMessage message, CancellationToken cancellationToken)
    {
        var hint = MessageText.ReadTask(message.Text)!;
        foreach (var (index, task) in alone.OrderBy(task => task.Key.Number).Index().Reverse())
        {
            var text = MessageText.Write(MessageDecisions.Again(hint, task));
            var delay = task.NotBefore is { } due && due > time.GetUtcNow() ? due - time.GetUtcNow() : TimeSpan.Zero;
            if (index > 0 || await queue.Tasks.TryHideAsync(message with { Text = text }, delay, cancellationToken) is null)
            {
                // The message of several may be somebody else's by now, who has made it that of another task.
                await queue.Tasks.PutAsync(text, delay, cancellationToken);
            }
        }
    }

    private async Task<Dictionary<int, BenchmarkTask>> ReadAsync(BenchmarkTask[] block, CancellationToken cancellationToken) =>
        await tasks.ListAsync(
            block[0].Key.RunId, block[0].Key.Stage, block[0].Key.Number, cancellationToken, block[0].Key.Shard,
            block[^1].Key.Number + 1).ToDictionaryAsync(task => task.Key.Number, cancellationToken: cancellationToken);

    private async Task<BenchmarkTask?> TryClaimReadAsync(
        TaskKey key, ReceivedMessage message, CancellationToken cancellationToken, string nonceBefore = "")
    {
        // Whether a claim landed whose answer was lost is known only when this is answered.
        var task = await requests.RepeatAsync(() => tasks.FindAsync(key, cancellationToken), cancellationToken);
        var step = MessageDecisions.ByRow(task, nonceBefore);
        if (await IsSettledAsync(step, message, cancellationToken))
        {
            return null;
        }

        switch (step)
        {
            case MessageStep.Execute:
                return task;
            case MessageStep.Take:
                var claimed = Claimed(task!);
                return await requests.RepeatAsync(() => TryReplaceAsync(claimed, cancellationToken), cancellationToken);
            default:
                return null;
        }
    }

    /// <summary>The claimed row; where the write was refused it was lost to another worker, or won with the answer lost: the nonce of this
    /// very claim tells.</summary>
    private async Task<BenchmarkTask?> TryReplaceAsync(BenchmarkTask claimed, CancellationToken cancellationToken) =>
        await tasks.TryReplaceAsync(claimed, cancellationToken)
        ?? (await tasks.FindAsync(claimed.Key, cancellationToken) is { } now
            && MessageDecisions.ByRow(now, claimed.Nonce) == MessageStep.Execute ? now : null);
}
