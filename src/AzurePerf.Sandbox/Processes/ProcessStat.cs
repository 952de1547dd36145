using System.Buffers.Text;

namespace AzurePerf.Sandbox.Processes;

/// <summary>The line that Linux keeps of a process or a thread, /proc/ID/stat: what is read of it here.</summary>
/// <param name="Id">Of the process or thread.</param>
/// <param name="State">A letter as proc(5) has it, such as R for running and T for stopped.</param>
/// <param name="Parent">Id of the parent.</param>
/// <param name="Session">Id of the session.</param>
/// <param name="Threads">Threads of the process.</param>
/// <param name="ProcessorTicks">Processor time so far, in hundredths of a second.</param>
public readonly record struct ProcessStat(int Id, char State, int Parent, int Session, int Threads, long ProcessorTicks)
{
    /// <summary>A process of which only the entry is left. While a thread goes on, its first one can have ended.</summary>
    public bool HasEnded => State == 'X' || (State == 'Z' && Threads <= 1);

    /// <summary>The first thread has ended, and others go on.</summary>
    public bool HasEndedFirst => State == 'Z' && Threads > 1;

    /// <summary>Reads a line; null where it is none. The name of a program comes second, in brackets, and can contain any: the rest starts
    /// after the last one.</summary>
    public static ProcessStat? Parse(ReadOnlySpan<byte> line)
    {
        var end = line.LastIndexOf((byte)')');
        if (end < 0 || !Utf8Parser.TryParse(line, out int id, out _) || end + 2 >= line.Length)
        {
            return null;
        }

        var rest = line[(end + 2)..];
        var state = (char)rest[0];
        Span<long> fields = stackalloc long[18];
        var count = 0;
        foreach (var range in rest[2..].Split((byte)' '))
        {
            if (count == fields.Length || !Utf8Parser.TryParse(rest[2..][range], out fields[count], out _))
            {
                break;
            }

            count++;
        }

        return count < fields.Length ? null : new(id, state, (int)fields[0], (int)fields[2], (int)fields[16], fields[10] + fields[11]);
    }
}
