using AzurePerf.Core.Tasks;

namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>A task's row, as far as anything is decided by it.</summary>
internal struct Row
{
    public bool Exists;

    public BenchmarkTaskStatus Status;

    public byte Attempt;

    /// <summary>Of a Running row: 0 for none, the process from 1, or <see cref="Gone"/>.</summary>
    public byte Owner;

    /// <summary>The slot, from 1, whose claim the row still names; 0 for a claim that nobody remembers.</summary>
    public byte Nonce;

    /// <summary>Whether the last execution was ended by whoever had claimed it, not by the TaskManager.</summary>
    public bool EndedByOwner;

    /// <summary>Of a Censored row: whether its budget of failures is used up.</summary>
    public bool Spent;

    /// <summary>Whether this attempt's execution was ordered to stop: no part of the row, but told to its owner.</summary>
    public bool StopCommanded;

    /// <summary>Of a row that is not terminal: whether it says that the task is handed out in one message with others.</summary>
    public bool Bundled;

    /// <summary>Of a Running row: whether it was claimed by the message of several, whatever the row says.</summary>
    public bool ClaimedTogether;

    /// <summary>The owner is a process that is no more.</summary>
    public const byte Gone = 7;

    public readonly bool IsTerminal => Exists && Status.IsTerminal();

    public readonly bool Is(BenchmarkTaskStatus status) => Exists && Status == status;

    /// <summary>All of it in 19 bits; in 17 where no message is shared.</summary>
    public readonly int Code => !Exists ? 0
        : 1 | ((int)Status << 1) | (Attempt << 5) | (Owner << 8) | (Nonce << 11) | (EndedByOwner ? 1 << 14 : 0) | (Spent ? 1 << 15 : 0) | (StopCommanded ? 1 << 16 : 0)
            | (Bundled ? 1 << 17 : 0) | (ClaimedTogether ? 1 << 18 : 0);

    public static Row Of(int code) => new()
    {
        Exists = (code & 1) != 0,
        Status = (BenchmarkTaskStatus)((code >> 1) & 15),
        Attempt = (byte)((code >> 5) & 7),
        Owner = (byte)((code >> 8) & 7),
        Nonce = (byte)((code >> 11) & 7),
        EndedByOwner = ((code >> 14) & 1) != 0,
        Spent = ((code >> 15) & 1) != 0,
        StopCommanded = ((code >> 16) & 1) != 0,
        Bundled = ((code >> 17) & 1) != 0,
        ClaimedTogether = ((code >> 18) & 1) != 0,
    };

    public override readonly string ToString() => !Exists ? "no row" : $"{Status} a{Attempt}{(Owner == 0 ? "" : Owner == Gone ? " of a worker gone" : $" of worker {Owner}")}";
}
