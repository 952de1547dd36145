using System.Linq.Expressions;
using System.Reflection;

namespace Azure.Data.Tables.Filters;

/// <summary>The value of a part of a predicate that does not depend on the entity: a constant, or what a lambda captured.</summary>
internal static class ClosedValue
{
    public static object? Of(Expression node, ParameterExpression entity)
    {
        if (EntityUse.Appears(node, entity))
        {
            throw ExpressionFilter.NotSupported(node);
        }

        return node switch
        {
            ConstantExpression constant => constant.Value,
            MemberExpression { Member: FieldInfo field } member
                => field.GetValue(member.Expression is null ? null : Of(member.Expression, entity)),
            _ => Expression.Lambda(node).Compile(preferInterpretation: true).DynamicInvoke(),
        };
    }
}
