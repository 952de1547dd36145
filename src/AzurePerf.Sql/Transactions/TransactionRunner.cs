using System.Runtime.CompilerServices;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>Performs the transaction of an input, once, and says how it ended.</summary>
public static class TransactionRunner
{
    /// <summary>
    /// Performs it. Never throws for what a server, a network or a cancellation does: that is how it ended. After it, the session has no
    /// open transaction or is no longer open.
    /// </summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<TransactionResult> RunAsync(
        ISqlSession session, TransactionInput input, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(session);
        ArgumentNullException.ThrowIfNull(input);
        var transaction = new Transaction(session, cancellationToken);
        try
        {
            await session.BeginAsync(input.Type, cancellationToken);
            IReadOnlyList<TriggeredRequest> triggered = [];
            var ending = Ending.Commit;
            switch (input)
            {
                case TradeOrderInput order:
                    ending = await TradeOrder.RunAsync(transaction, order);
                    break;
                case MarketFeedInput feed:
                    triggered = await MarketFeed.RunAsync(transaction, feed);
                    break;
                default:
                    await OtherAsync(transaction, input);
                    break;
            }

            await (ending == Ending.Commit ? session.CommitAsync(cancellationToken) : session.RollbackAsync(cancellationToken));
            var end = ending == Ending.Commit ? TransactionEnd.Committed : TransactionEnd.RolledBack;
            return new(input.Type, end, transaction.Frame, transaction.Told)
            {
                Triggered = triggered,
                WaitedNanoseconds = session.WaitedNanoseconds,
            };
        }
        catch (Exception failure)
        {
            return await FailAsync(session, input, transaction, failure);
        }
    }

    private static ValueTask OtherAsync(Transaction transaction, TransactionInput input) => input switch
    {
        TradeStatusInput status => TradeStatus.RunAsync(transaction, status),
        MarketWatchInput watch => MarketWatch.RunAsync(transaction, watch),
        SecurityDetailInput detail => SecurityDetail.RunAsync(transaction, detail),
        CustomerPositionInput position => CustomerPosition.RunAsync(transaction, position),
        TradeLookupInput lookup => TradeLookup.RunAsync(transaction, lookup),
        BrokerVolumeInput volume => BrokerVolume.RunAsync(transaction, volume),
        TradeUpdateInput update => TradeUpdate.RunAsync(transaction, update),
        TradeResultInput result => TradeResult.RunAsync(transaction, result),
        _ => throw new ArgumentOutOfRangeException(nameof(input), input.Type, "no such transaction"),
    };

    private static async ValueTask<TransactionResult> FailAsync(
        ISqlSession session, TransactionInput input, Transaction transaction, Exception failure)
    {
        var answered = session.IsAnswer(failure);
        var end = session.CommitSent && !answered ? TransactionEnd.Ambiguous : TransactionEnd.Failed;
        var result = new TransactionResult(input.Type, end, transaction.Frame, transaction.Told)
        {
            Failure = failure,
            Answered = answered,
            WaitedNanoseconds = session.WaitedNanoseconds,
        };
        try
        {
            await session.RollbackAsync(CancellationToken.None);
            return result;
        }
        catch (Exception second)
        {
            // The server rolls back what it no longer hears of. A session that cannot say so is of no further use.
            await session.DisposeAsync();
            return result with { Failure = new AggregateException(second, failure) };
        }
    }
}
