using System.Linq.Expressions;

namespace Azure.Data.Tables.Filters;

/// <summary>C# orders strings by a call whose result is compared with zero; the service compares them directly.</summary>
internal static class StringOrder
{
    /// <summary>The strings that the comparison is about; null if it is an ordinary one.</summary>
    public static (Expression Left, Expression Right)? Operands(BinaryExpression node)
        => node is { Left: MethodCallExpression call, Right: ConstantExpression { Value: 0 } } ? Operands(call) : null;

    private static (Expression Left, Expression Right)? Operands(MethodCallExpression call) => call switch
    {
        { Method.Name: nameof(string.CompareTo), Object: { } left, Arguments: [var right] } => (left, right),
        { Method.Name: nameof(string.Compare) or nameof(string.CompareOrdinal), Object: null, Arguments: [var left, var right, ..] }
            => (left, right),
        _ => null,
    };
}
