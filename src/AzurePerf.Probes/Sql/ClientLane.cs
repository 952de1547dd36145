using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Probes.Sql;

/// <summary>What performs one transaction at a time.</summary>
internal sealed class ClientLane(WorkloadClient client)
{
    private const int ComparedAnswers = 500;

    private Digest _answered;
    private int _answers;

    public WorkloadClient Client => client;

    public ISqlSession? Session { get; set; }

    public TransactionType Type { get; set; }

    public Dictionary<(TransactionType Type, int Frame), long> FailedFrames { get; } = [];

    /// <summary>Hash of what the first <see cref="ComparedAnswers"/> transactions told; null until all of them have answered, and for
    /// ever when one of them fails. A whole number below 2^48, so that a text of it is exact.</summary>
    public long? FirstAnswers => _answers == ComparedAnswers ? (long)(_answered.Value >> 16) : null;

    public void Answered(ulong digest)
    {
        if (_answers >= 0 && _answers < ComparedAnswers)
        {
            _answered.Add([unchecked((long)digest)]);
            _answers++;
        }
    }

    public void Failed(TransactionResult result)
    {
        if (_answers < ComparedAnswers)
        {
            _answers = -1;
        }

        FailedFrames[(result.Type, result.Frame)] = FailedFrames.GetValueOrDefault((result.Type, result.Frame)) + 1;
    }

    public async ValueTask LeaveAsync()
    {
        if (Session is { } left)
        {
            Session = null;
            await left.DisposeAsync();
        }
    }
}
