using System.Runtime.InteropServices;

namespace AzurePerf.Sandbox.Seccomp;

/// <summary>One instruction of a filter as the kernel reads it (struct sock_filter).</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct BpfInstruction(ushort Code, byte IfTrue, byte IfFalse, uint Value)
{
    public const ushort LoadCode = 0x20;
    public const ushort AndCode = 0x54;
    public const ushort JumpIfEqualCode = 0x15;
    public const ushort JumpIfGreaterCode = 0x25;
    public const ushort JumpIfAtLeastCode = 0x35;
    public const ushort JumpIfAnyBitCode = 0x45;
    public const ushort ReturnCode = 0x06;

    public const uint Allowed = 0x7FFF0000;
    public const uint KillProcess = 0x80000000;

    public const uint NumberOffset = 0;
    public const uint ArchitectureOffset = 4;

    public static BpfInstruction Allow { get; } = new(ReturnCode, 0, 0, Allowed);

    public static BpfInstruction Kill { get; } = new(ReturnCode, 0, 0, KillProcess);

    public static BpfInstruction Load(uint offset) => new(LoadCode, 0, 0, offset);

    public static BpfInstruction LoadLow(int argument) => Load((uint)(16 + (8 * argument)));

    public static BpfInstruction LoadHigh(int argument) => Load((uint)(20 + (8 * argument)));

    public static BpfInstruction Fail(int errno) => new(ReturnCode, 0, 0, 0x00050000u | (uint)errno);
}
