using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Seccomp;

/// <summary>
/// Makes the filter: a foreign architecture or an x32 number ends the process, calls of the list are allowed, newer ones are not there
/// (the C library then takes older ones), all others are not permitted.
/// </summary>
internal static class SeccompFilter
{
    /// <summary>The newest number of the table: larger ones did not exist when it was written.</summary>
    public const int NewestNumber = 462;

    private const uint X32Bit = 0x40000000;

    public static bool Knows(Architecture architecture) => architecture is Architecture.X64 or Architecture.Arm64;

    /// <summary>AUDIT_ARCH_X86_64 or AUDIT_ARCH_AARCH64.</summary>
    public static uint AuditArchitecture(Architecture architecture) => architecture switch
    {
        Architecture.X64 => 0xC000003E,
        Architecture.Arm64 => 0xC00000B7,
        _ => throw new NotSupportedException($"there is no filter for {architecture}"),
    };

    public static BpfInstruction[] Compile(SystemCallTable table, Architecture architecture, SeccompSituation situation)
    {
        var program = new List<BpfInstruction>
        {
            BpfInstruction.Load(BpfInstruction.ArchitectureOffset),
            new(BpfInstruction.JumpIfEqualCode, 1, 0, AuditArchitecture(architecture)),
            BpfInstruction.Kill,
            BpfInstruction.Load(BpfInstruction.NumberOffset),
            new(BpfInstruction.JumpIfAtLeastCode, 0, 1, X32Bit),
            BpfInstruction.Kill,
        };
        var allowed = new List<int>();
        foreach (var row in table.Rows)
        {
            if (row.NumberOn(architecture) is var number and >= 0)
            {
                AddRule(program, allowed, (uint)number, SeccompRules.Of(row.Rule, situation));
            }
        }

        AddRanges(program, allowed);
        program.Add(new(BpfInstruction.JumpIfGreaterCode, 0, 1, NewestNumber));
        program.Add(BpfInstruction.Fail(Errno.NotImplemented));
        program.Add(BpfInstruction.Fail(Errno.NotPermitted));
        return [.. program];
    }

    private static void AddRule(List<BpfInstruction> program, List<int> allowed, uint number, IReadOnlyList<BpfInstruction>? rule)
    {
        if (rule is null)
        {
            allowed.Add((int)number);
        }
        else if (rule.Count > 0)
        {
            program.Add(new(BpfInstruction.JumpIfEqualCode, 0, checked((byte)rule.Count), number));
            program.AddRange(rule);
        }
    }

    private static void AddRanges(List<BpfInstruction> program, List<int> allowed)
    {
        allowed.Sort();
        for (var first = 0; first < allowed.Count;)
        {
            var last = first;
            while (last + 1 < allowed.Count && allowed[last + 1] == allowed[last] + 1)
            {
                last++;
            }

            program.Add(new(BpfInstruction.JumpIfAtLeastCode, 0, 2, (uint)allowed[first]));
            program.Add(new(BpfInstruction.JumpIfGreaterCode, 1, 0, (uint)allowed[last]));
            program.Add(BpfInstruction.Allow);
            first = last + 1;
        }
    }
}
