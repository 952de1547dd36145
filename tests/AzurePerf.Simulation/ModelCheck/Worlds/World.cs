using AzurePerf.Core.Runs;

namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>
/// One state of everything: what is stored, what lies in the queue, what each process knows and is about to do. Times are left out. An ETag is only a mark whether it is the row's
/// own still; whoever holds one that is not, and can only fail with it, is put back at once.
/// </summary>
internal struct World
{
    public const int MostTasks = 2;
    public const int MostSlots = 3;
    public const int MostManagers = 2;

    /// <summary>Messages of one task that are told apart; more are as good as these.</summary>
    public const int MostMessages = 3;

    public RunStatus Run;
    public KeyState Keys;
    public StageMarks Stage;

    /// <summary>Whether the orders are stored that the row of a stage that was planned late leads to.</summary>
    public bool HasOrders;
    public bool Published;

    /// <summary>Number in the gang row.</summary>
    public byte Gang;

    /// <summary>Whether the gang row holds a start, and for which owners, as in a row.</summary>
    public bool Go;
    public PerTask<byte> GoOwners;

    public PerTask<Row> Rows;

    /// <summary>Messages that any worker may get, with the ETag of the row as it is. Hidden ones too: hiding ends at any time.</summary>
    public PerTask<byte> Fresh;

    /// <summary>The same with an older ETag.</summary>
    public PerTask<byte> Stale;

    /// <summary>Messages of all tasks at once that any worker may get. It makes no difference whether their ETags are old: then the rows are read.</summary>
    public byte Shared;

    public PerSlot<Slot> Slots;
    public PerSlot<Life> Processes;
    public PerManager<Manager> Managers;

    /// <summary>Faults that may still happen.</summary>
    public byte Faults;

    /// <summary>Whether rows were made after the stage had been closed without them.</summary>
    public bool MadeLate;

    /// <summary>
    /// Whether the queue lost a message. Of tasks that share one also whether a process died before it put the message of a task that it had made Ready, and the message of several
    /// leads there no more, or may be deleted: what has none then waits for the reconciliation.
    /// </summary>
    public bool LostMessage;

    /// <summary>Whether the message of several became that of one of its tasks. Forgotten when no slot has anything to do for several.</summary>
    public bool IsConverted;

    public readonly bool RunEnded => Run.IsTerminal();

    /// <summary>Messages in the queue that lead to a task, those that a slot holds included.</summary>
    public readonly int MessagesOf(int task)
    {
        var count = Fresh[task] + Stale[task] + Shared;
        for (var slot = 0; slot < MostSlots; slot++)
        {
            count += Slots[slot].Message != Receipt.None && (Slots[slot].Shared || Slots[slot].Task == task) ? 1 : 0;
        }

        return count;
    }

    /// <summary>Whether a process that lives is about to put a message for a task.</summary>
    /// <param name="task">Its number.</param>
    /// <param name="except">A slot that is not counted on; -1 for none.</param>
    public readonly bool IsToGetMessage(int task, int except = -1)
    {
        for (var manager = 0; manager < MostManagers; manager++)
        {
            if (Managers[manager].Step is ManagerStep.Stealing or ManagerStep.Putting && ((Managers[manager].Puts >> task) & 1) != 0)
            {
                return true;
            }
        }

        for (var slot = 0; slot < MostSlots; slot++)
        {
            if (slot != except
                && (Slots[slot].Parts[task] is Part.WithoutMessage or Part.Returning || (Slots[slot] is { Shared: true, Step: SlotStep.Storing } && Slots[slot].Task == task)))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Everybody's ETag of the row is an older one from now on.</summary>
    public void RowWritten(int task)
    {
        Stale[task] = (byte)Math.Min(Stale[task] + Fresh[task], MostMessages);
        Fresh[task] = 0;
        for (var slot = 0; slot < MostSlots; slot++)
        {
            if (Slots[slot].Message == Receipt.OfFresh && Slots[slot].Task == task)
            {
                Slots[slot].Message = Receipt.OfStale;
            }
        }

        for (var manager = 0; manager < MostManagers; manager++)
        {
            Managers[manager].RowsFresh = false;
        }
    }

    public void RunWritten()
    {
        for (var manager = 0; manager < MostManagers; manager++)
        {
            Managers[manager].RunFresh = false;
            if (Managers[manager].Step is ManagerStep.Beginning or ManagerStep.Ending)
            {
                Managers[manager] = default;
            }
        }
    }

    public void StageWritten()
    {
        for (var manager = 0; manager < MostManagers; manager++)
        {
            Managers[manager].StageFresh = false;
            if (Managers[manager].Step is ManagerStep.MovingCursor or ManagerStep.StoringPlan)
            {
                Managers[manager] = default;
            }
        }
    }

    /// <summary>A message that any worker may get comes to the queue.</summary>
    public void AddMessage(int task, bool fresh)
    {
        if (fresh)
        {
            Fresh[task] = (byte)Math.Min(Fresh[task] + 1, MostMessages);
        }
        else
        {
            Stale[task] = (byte)Math.Min(Stale[task] + 1, MostMessages);
        }
    }

    /// <summary>A message of all tasks comes to the queue.</summary>
    public void AddShared() => Shared = (byte)Math.Min(Shared + 1, MostMessages);

    /// <summary>The message of a slot is one that any worker may get from now on.</summary>
    public void LetGo(int slot)
    {
        if (Slots[slot] is { Shared: true, Message: not Receipt.None })
        {
            AddShared();
            Slots[slot].Message = Receipt.None;
        }
        else if (Slots[slot].Message != Receipt.None)
        {
            AddMessage(Slots[slot].Task, Slots[slot].Message == Receipt.OfFresh);
            Slots[slot].Message = Receipt.None;
        }
    }

    /// <summary>Ends a slot's part in its task: it remembers neither task nor claim.</summary>
    public void Free(int slot)
    {
        LetGo(slot);
        Slots[slot] = default;
        ForgetNonce(slot);
        IsConverted &= Slots[0].Shared || Slots[1].Shared || Slots[2].Shared;
    }

    /// <summary>The message of several, which nobody holds any more, becomes that of one of its tasks.</summary>
    public void ConvertShared(int task)
    {
        AddMessage(task, fresh: false);
        IsConverted = Slots[0].Shared || Slots[1].Shared || Slots[2].Shared;
    }

    /// <summary>No row names the claim of a slot any more.</summary>
    public void ForgetNonce(int slot)
    {
        for (var task = 0; task < MostTasks; task++)
        {
            if (Rows[task].Nonce == slot + 1)
            {
                Rows[task].Nonce = 0;
                Rows[task].EndedByOwner = false;
            }
        }
    }
}
