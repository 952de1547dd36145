using System.Reflection;
using System.Runtime.Serialization;

namespace Azure.Data.Tables.Json;

/// <summary>The column that a property is stored in: its own name, or the one its [DataMember] gives.</summary>
internal static class ColumnName
{
    public static string Of(MemberInfo member) => member.GetCustomAttribute<DataMemberAttribute>()?.Name ?? member.Name;
}
